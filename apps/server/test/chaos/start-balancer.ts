import { type ChildProcess, execFileSync } from 'node:child_process'
import { createConnection } from 'node:net'
import { fillTemplate } from './fill-template.ts'
import type { Programs } from './find-programs.ts'
import type { Yard } from './open-yard.ts'
import type { Node } from './start-node.ts'
import { waitUntil } from './wait-until.ts'

type Ports = { database: number; web: number; servers: number[] }

/** Start haproxy in front of the database and the web processes. */
export async function startBalancer(
  yard: Yard,
  programs: Programs,
  { nodes, ports }: { nodes: readonly Node[]; ports: Ports },
): Promise<ChildProcess> {
  const ofNodes = nodes.flatMap(({ name, host, port, patroniPort }) => [
    [`${name.toUpperCase()}_POSTGRES`, `${host}:${port}`],
    [`${name.toUpperCase()}_PATRONI_PORT`, patroniPort],
  ])
  const config = yard.write(
    'haproxy.cfg',
    fillTemplate('haproxy.cfg', {
      ...Object.fromEntries(ofNodes),
      HAPROXY_SOCKET: `${yard.folder}/haproxy.sock`,
      DATABASE_LISTEN: `127.0.0.1:${ports.database}`,
      WEB_LISTEN: `127.0.0.1:${ports.web}`,
      WEB1: `127.0.0.1:${ports.servers[0]}`,
      WEB2: `127.0.0.1:${ports.servers[1]}`,
    }),
  )
  execFileSync(programs.haproxy, ['-c', '-q', '-f', config], { stdio: 'inherit' })
  const haproxy = yard.start({ name: 'haproxy', file: programs.haproxy, args: ['-db', '-f', config] })
  await waitUntil(() => isOpen(ports.web), { what: 'haproxy', withinMs: 10_000 })
  return haproxy
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** Read haproxy's state of each server. */
export function readServers(socketFile: string): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = createConnection(socketFile, () => socket.end('show stat\n'))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('end', () => {
      const rows = text.split('\n').map((line) => line.split(','))
      resolve(new Map(rows.map((row) => [row[1] ?? '', row[17] ?? ''])))
    })
  })
}
