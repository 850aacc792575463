import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Yard } from './open-yard.ts'
import { waitUntil } from './wait-until.ts'

const root = path.join(import.meta.dirname, '../../../..')
export const serverFolder = path.join(root, 'apps/server/dist/bin')
/** A process that ended is restarted after this long, as systemd and Kubernetes do. */
const RESTART_MS = 300
/** Longer than the load balancer takes to notice. */
const DRAIN_SECONDS = 3

type Place = { name: string; port: number; env: NodeJS.ProcessEnv }

/** Run the built server as one process, and restart it when it dies. */
export function createServerProcess(yard: Yard, { name, port, env }: Place) {
  let child: ChildProcess | undefined
  let isWanted = false
  let restarts = 0
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok

  function launch(extra: NodeJS.ProcessEnv = {}) {
    const settings = { ...env, ...extra, PORT: String(port) }
    const program = yard.start({
      name,
      file: process.execPath,
      args: [path.join(serverFolder, 'main.js')],
      env: settings,
    })
    child = program
    program.once('exit', () => {
      if (!isWanted || child !== program) return
      restarts += 1
      setTimeout(() => yard.isOpen() && isWanted && child === program && launch(extra), RESTART_MS)
    })
  }

  return {
    name,
    url,
    port,
    isReady,
    restarts: () => restarts,
    start: async (extra: NodeJS.ProcessEnv = {}) => {
      isWanted = true
      launch(extra)
      await waitUntil(isReady, { what: `${name} ready`, withinMs: 60_000 })
    },
    /** Kills it without a warning; the supervisor notices. */
    kill: () => child?.kill('SIGKILL'),
    /** Stops it as a deployment does. Returns the exit code. */
    stop: async (): Promise<number | null> => {
      isWanted = false
      const running = child
      if (!running || running.exitCode !== null) return running?.exitCode ?? null
      const ended = once(running, 'exit')
      running.kill('SIGTERM')
      const [code] = await Promise.race([ended, delay(60_000, [null], { ref: false })])
      return code
    },
    waitUntilReady: (withinMs: number) =>
      waitUntil(isReady, { what: `${name} ready again`, withinMs, everyMs: 50 }),
  }
}

type Options = { databaseUrl: string; publicUrl: string; simulatorUrl: string; ports: number[] }

/** The settings of every process of the product. */
export function settingsOf({ databaseUrl, publicUrl, simulatorUrl }: Omit<Options, 'ports'>) {
  return {
    NODE_ENV: 'production',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
    MIGRATE: 'off',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    EMAIL_VERIFICATION: 'required',
    // The owner who decides here signs in with a password alone.
    STAFF_SECOND_FACTOR: 'optional-in-production',
    PAYOUT_PROVIDER: 'daraja',
    PAYOUT_LEASE_SECONDS: '20',
    PAYOUT_SWEEP_SECONDS: '1',
    PAYOUT_CHECK_SECONDS: '2,2,4,8,15,30',
    DARAJA_BASE_URL: simulatorUrl,
    DARAJA_CONSUMER_KEY: 'key',
    DARAJA_CONSUMER_SECRET: 'secret',
    DARAJA_SHORT_CODE: '600992',
    DARAJA_INITIATOR_NAME: 'testapi',
    DARAJA_SECURITY_CREDENTIAL: Buffer.alloc(256, 7).toString('base64'),
    DARAJA_CALLBACK_NETWORKS: '127.0.0.0/8',
  }
}

/** Start two web processes and a worker. */
export async function startFleet(yard: Yard, options: Options) {
  const env = settingsOf(options)
  const [first = 0, second = 0, third = 0] = options.ports
  const web = [
    createServerProcess(yard, { name: 'web1', port: first, env: { ...env, ROLE: 'web' } }),
    createServerProcess(yard, { name: 'web2', port: second, env: { ...env, ROLE: 'web' } }),
  ] as const
  const worker = createServerProcess(yard, { name: 'worker', port: third, env: { ...env, ROLE: 'worker' } })
  await Promise.all([...web, worker].map((server) => server.start()))
  return { web, worker }
}
