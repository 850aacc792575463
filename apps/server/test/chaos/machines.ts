import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import type { Yard } from './open-yard.ts'
import { waitUntil } from './wait-until.ts'

export type Machine = {
  address: string
  /** A process in its network namespace, if it has one of its own. */
  room: number | null
  /** Cuts it off from all others, and reconnects it. Loopback cannot be cut. */
  network: { part: () => void; join: () => void } | null
}
export type Machines = {
  all: readonly [Machine, Machine, Machine]
  /** The range that contains every address of the cluster. */
  range: string
}

type Room = { room: number; address: string; mac: string }

const LOOPBACK = '127.0.0.1'
/** 198.18.0.0/16 is reserved for testing networks (RFC 2544): no real host is in it. */
const NETWORKS = 256
const TRIES = 5
const MACHINES = ['machine1', 'machine2', 'machine3']

/** Make three machines, each with its own network where root allows it; on loopback, all three are one. */
export async function makeMachines(yard: Yard, { isShort }: { isShort: boolean }): Promise<Machines> {
  const isRoot = process.getuid?.() === 0
  const parted = isRoot && !isShort ? await makeParted(yard).catch(() => null) : null
  const whole = { address: LOOPBACK, room: null, network: null }
  return parted ?? { all: [whole, whole, whole], range: '127.0.0.0/8' }
}

/**
 * The bridge between the machines is in a namespace too. Only processes of the yard hold the namespaces, so they vanish with
 * those, links included. A mount, as `ip netns` makes, would be copied into containers started meanwhile and stay there.
 */
async function makeParted(yard: Yard): Promise<Machines> {
  // Fails at once when the programs are missing or not permitted.
  execFileSync('unshare', ['--net', 'ip', 'link'], { stdio: 'ignore' })
  const hub = await openRoom(yard, 'hub')
  const ofMachines = await Promise.all(MACHINES.map((name) => openRoom(yard, name)))
  const { link, prefix } = linkHost(hub)
  const rooms = ofMachines.map((room, index) => ({
    room,
    address: `${prefix}.${11 + index}`,
    mac: macOf(11 + index),
  }))
  const host = { address: `${prefix}.1`, mac: macOf(1) }
  ip(hub, [
    'link add bridge type bridge',
    'link set bridge up',
    'link set host master bridge up',
    ...rooms.flatMap(({ room, mac }, index) => [
      `link add port${index} type veth peer name net address ${mac} netns ${room}`,
      `link set port${index} master bridge up`,
    ]),
  ])
  // An ARP request without a reply would reveal that a machine is away. With all addresses known, nothing notices.
  const know = (own: string, name: string) =>
    [host, ...rooms]
      .filter(({ address }) => address !== own)
      .map(({ address, mac }) => `neigh replace ${address} lladdr ${mac} dev ${name} nud permanent`)
  ip(null, know(host.address, link))
  for (const { room, address } of rooms) {
    const own = ['link set lo up', `address add ${address}/24 dev net`, 'link set net up']
    ip(room, [...own, ...know(address, 'net')])
  }
  const [one, two, three] = rooms.map((place, index) => createMachine(hub, place, `port${index}`))
  if (!one || !two || !three) throw new Error('there are not three machines')
  return { all: [one, two, three], range: `${prefix}.0/24` }
}

/** Its link stays up and its packets go nowhere: a network cut in two tells neither side. */
function createMachine(hub: number, { room, address }: Room, port: string): Machine {
  return {
    address,
    room,
    network: {
      part: () => ip(hub, [`link set ${port} nomaster`]),
      join: () => ip(hub, [`link set ${port} master bridge`]),
    },
  }
}

/** The host's own end. Its name contains the network's number: the kernel gives it to one run only. */
function linkHost(hub: number) {
  for (let tries = 1; ; tries++) {
    const number = randomInt(NETWORKS)
    const [link, prefix] = [`chuma-chaos${number}`, `198.18.${number}`]
    try {
      ip(null, [`link add ${link} address ${macOf(1)} type veth peer name host netns ${hub}`])
    } catch (error) {
      if (tries === TRIES) throw error
      continue
    }
    ip(null, [`address add ${prefix}.1/24 dev ${link}`, `link set ${link} up`])
    return { link, prefix }
  }
}

async function openRoom(yard: Yard, name: string): Promise<number> {
  const { pid } = yard.start({ name, file: 'unshare', args: ['--net', 'sleep', 'infinity'] })
  const networkOf = (who: number | string) => readlinkSync(`/proc/${who}/ns/net`)
  await waitUntil(() => pid && networkOf(pid) !== networkOf('self'), { what: name, withinMs: 5000 })
  return pid ?? 0
}

const macOf = (number: number) => `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`

/** Run `ip` here, or in a room. */
function ip(room: number | null, lines: readonly string[]): void {
  const inside = room ? ['nsenter', `--net=/proc/${room}/ns/net`] : []
  const [file = '', ...args] = [...inside, 'ip', '-batch', '-']
  execFileSync(file, args, { input: `${lines.join('\n')}\n`, stdio: ['pipe', 'ignore', 'ignore'] })
}
