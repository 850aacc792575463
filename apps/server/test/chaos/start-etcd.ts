import type { ChildProcess } from 'node:child_process'
import { fillTemplate } from './fill-template.ts'
import { findPorts } from './find-ports.ts'
import type { Machine, Machines } from './machines.ts'
import type { Yard } from './open-yard.ts'
import { waitUntil } from './wait-until.ts'

/** Start one etcd on each machine; two of them must agree on who leads. */
export async function startEtcd(yard: Yard, file: string, machines: Machines['all']) {
  const ports = await findPorts(machines.length * 2)
  const places = machines.map((machine, index) => ({
    name: `etcd${index + 1}`,
    machine,
    port: ports[index * 2] ?? 0,
    peer: ports[index * 2 + 1] ?? 0,
  }))
  const cluster = places
    .map(({ name, machine, peer }) => `${name}=http://${machine.address}:${peer}`)
    .join(',')
  const members = places.map((place) => createMember(yard, { ...place, file, cluster }))
  const [one] = members
  if (!one) throw new Error('there is no etcd')
  for (const { start } of members) start()
  const isWell = async () => {
    const answers = await Promise.all(
      places.map(({ machine, port }) => fetch(`http://${machine.address}:${port}/health`)),
    )
    return answers.every(({ ok }) => ok)
  }
  await waitUntil(isWell, { what: 'etcd', withinMs: 30_000 })
  return {
    hosts: places.map(({ machine, port }) => `${machine.address}:${port}`).join(','),
    isWell,
    /** Whether the one at this address leads the three. */
    isLedFrom: async (address: string) => {
      const port = places.find(({ machine }) => machine.address === address)?.port
      const url = `http://${address}:${port}/v3/maintenance/status`
      const status = (await (await fetch(url, { method: 'POST', body: '{}' })).json()) as Status
      return status.leader === status.header.member_id
    },
    killOne: () => one.kill(),
    startOne: () => one.start(),
    killAll: () => {
      for (const { kill } of members) kill()
    },
    startAll: () => {
      for (const { start } of members) start()
    },
  }
}

type Status = { leader: string; header: { member_id: string } }
type Member = { name: string; machine: Machine; port: number; peer: number; file: string; cluster: string }

function createMember(yard: Yard, { name, machine, port, peer, file, cluster }: Member) {
  const config = yard.write(
    `${name}.yml`,
    fillTemplate('etcd.yml', {
      ETCD_NAME: name,
      DATA_DIR: `${yard.makeFolder(name)}/data`,
      NODE_ADDRESS: machine.address,
      ETCD_CLIENT_PORT: port,
      ETCD_PEER_PORT: peer,
      ETCD_INITIAL_CLUSTER: cluster,
    }),
  )
  let process: ChildProcess | undefined
  return {
    start: () => {
      const program = { name, file, args: ['--config-file', config] }
      process = yard.start(program, { asDatabase: true, room: machine.room })
    },
    kill: () => process?.kill('SIGKILL'),
  }
}
