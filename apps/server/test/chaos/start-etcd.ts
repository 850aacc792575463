import type { ChildProcess } from 'node:child_process'
import { fillTemplate } from './fill-template.ts'
import { findPorts } from './find-ports.ts'
import type { Yard } from './open-yard.ts'
import { waitUntil } from './wait-until.ts'

const HOST = '127.0.0.1'
const MEMBERS = 3

/** Three of it, of which two must agree on who leads. */
export async function startEtcd(yard: Yard, file: string) {
  const ports = await findPorts(MEMBERS * 2)
  const places = Array.from({ length: MEMBERS }, (_, index) => ({
    name: `etcd${index + 1}`,
    port: ports[index * 2] ?? 0,
    peer: ports[index * 2 + 1] ?? 0,
  }))
  const cluster = places.map(({ name, peer }) => `${name}=http://${HOST}:${peer}`).join(',')
  const members = places.map((place) => createMember(yard, { ...place, file, cluster }))
  const [one] = members
  if (!one) throw new Error('there is no etcd')
  for (const { start } of members) start()
  const isWell = async () => {
    const answers = await Promise.all(places.map(({ port }) => fetch(`http://${HOST}:${port}/health`)))
    return answers.every(({ ok }) => ok)
  }
  await waitUntil(isWell, { what: 'etcd', withinMs: 30_000 })
  return {
    hosts: places.map(({ port }) => `${HOST}:${port}`).join(','),
    isWell,
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

type Member = { name: string; port: number; peer: number; file: string; cluster: string }

function createMember(yard: Yard, { name, port, peer, file, cluster }: Member) {
  const config = yard.write(
    `${name}.yml`,
    fillTemplate('etcd.yml', {
      ETCD_NAME: name,
      DATA_DIR: `${yard.makeFolder(name)}/data`,
      NODE_ADDRESS: HOST,
      ETCD_CLIENT_PORT: port,
      ETCD_PEER_PORT: peer,
      ETCD_INITIAL_CLUSTER: cluster,
    }),
  )
  let process: ChildProcess | undefined
  return {
    start: () => {
      process = yard.start({ name, file, args: ['--config-file', config] }, { asDatabase: true })
    },
    kill: () => process?.kill('SIGKILL'),
  }
}
