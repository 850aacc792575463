import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { findPorts } from '../chaos/find-ports.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const SETTINGS = path.join(import.meta.dirname, '../../../../infra/pgbouncer/settings.ini')

export const hasPgBouncer = existsSync(PROGRAM)

/**
 * Start PgBouncer with the product's settings in front of the database at `url`, with `poolSize` connections for requests and
 * a few others for jobs.
 */
export async function startPgBouncer(url: string, poolSize: number) {
  const { hostname, port: serverPort, pathname, username, password } = new URL(url)
  const [port = 0] = await findPorts(1)
  const dir = await mkdtemp(path.join(tmpdir(), 'chuma-pgbouncer-'))
  // It does not run as root, and its own account must be able to read this.
  await chmod(dir, 0o755)
  const file = path.join(dir, 'pgbouncer.ini')
  const name = pathname.slice(1)
  const server = `host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`
  await writeFile(
    file,
    [
      '[databases]',
      `${name} = ${server} dbname=${name}`,
      `${name}_jobs = ${server} dbname=${name} pool_size=3`,
      '[pgbouncer]',
      `%include ${SETTINGS}`,
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `default_pool_size = ${poolSize}`,
      '',
    ].join('\n'),
  )
  let child: ChildProcess | null = null
  const start = async () => {
    const asWhom = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    child = spawn(PROGRAM, ['-q', ...asWhom, file], { stdio: ['ignore', 'ignore', 'inherit'] })
    await vi.waitFor(() => requireOpen(port), { timeout: 10_000, interval: 20 })
  }
  const stop = async () => {
    const running = child
    child = null
    if (!running) return
    const gone = once(running, 'exit')
    running.kill('SIGTERM')
    await gone
  }
  await start()
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${name}`,
    jobsUrl: `postgres://${username}@127.0.0.1:${port}/${name}_jobs`,
    start,
    stop,
    close: async () => {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function requireOpen(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
