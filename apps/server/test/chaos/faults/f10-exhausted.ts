import { setTimeout as delay } from 'node:timers/promises'
import { seconds } from '../describe-time.ts'
import type { Fault } from '../fault.ts'
import { findPorts } from '../find-ports.ts'
import type { Site } from '../open-site.ts'
import { createServerProcess } from '../start-fleet.ts'

const SHUT_MS = 6000
const RECOVERY_MS = 5000

/** Through a PgBouncer of its own, which is killed; then PostgreSQL has no connection left. */
export const exhausted: Fault = {
  id: 'F10',
  title: 'kill and restart PgBouncer; then use up PostgreSQL’s connections',
  bar: 'refusals come at once (half of them < 1 s), served < 5 s after it is over',
  isWithoutLoad: true,
  strike: async (site) => {
    const [port = 0, poolPort = 0] = await findPorts(2)
    let pool = startPool(site, poolPort)
    await delay(500)
    const server = createServerProcess(site.yard, {
      name: 'web-pooled',
      port,
      env: {
        ...site.settings({
          databaseUrl: site.cluster.url({ port: poolPort }, 'chuma', site.databasePassword),
        }),
        DATABASE_DIRECT_URL: site.settings().DATABASE_URL,
        ROLE: 'web',
        TRUST_PROXY: 'off',
        DRAIN_SECONDS: '0',
      },
    })
    await server.start()
    const load = site.startLoad({ port })
    try {
      await site.waitUntilServed()
      pool.kill('SIGKILL')
      await delay(2000)
      pool = startPool(site, poolPort)
      const afterRestart = await site.waitUntilServed()
      const refusals = await shutOut(site)
      const afterFull = await site.waitUntilServed()
      return {
        notes: [
          `served again ${seconds(afterRestart)} after PgBouncer, ${seconds(afterFull)} after there were connections`,
          `refused meanwhile: ${refusals.length}, half of them within ${Math.round(median(refusals))} ms`,
        ],
        complaints: [
          ...(afterRestart > RECOVERY_MS ? ['PgBouncer came back and was not used again'] : []),
          ...(afterFull > RECOVERY_MS ? ['there were connections and nobody was served'] : []),
          ...(median(refusals) > 1000 ? [`refused after ${seconds(median(refusals))}`] : []),
          ...(refusals.length === 0 ? ['nobody was refused: there were connections left'] : []),
        ],
      }
    } finally {
      await load.stop()
      await server.stop()
      pool.kill('SIGKILL')
    }
  },
}

function startPool({ yard, programs, databasePort, databasePassword }: Site, port: number) {
  const users = yard.write('pgbouncer-users.txt', `"chuma" "${databasePassword}"\n`)
  const lines = [
    '[databases]',
    `chuma = host=127.0.0.1 port=${databasePort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 10',
    'server_login_retry = 1',
    'query_wait_timeout = 5',
  ]
  const config = yard.write('pgbouncer.ini', `${lines.join('\n')}\n`)
  return yard.start({ name: 'pgbouncer', file: programs.pgbouncer, args: [config] }, { asDatabase: true })
}

/** Lock our role out of PostgreSQL and end its sessions. Returns how long each call took to be refused. */
async function shutOut({ cluster, book }: Site): Promise<number[]> {
  await cluster.query('alter role chuma connection limit 0')
  try {
    await cluster.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'chuma'")
    const from = performance.now()
    await delay(SHUT_MS)
    return book().listRefusals(from)
  } finally {
    await cluster.query('alter role chuma connection limit -1')
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
