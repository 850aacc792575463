import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, type SpawnResult, spawnPostgres, stopPostmaster } from './postgres-process.ts'

const MAX_RESTARTS_PER_MINUTE = 5

interface Wish {
  cluster: Cluster
  port: number | undefined
  log: (line: string) => void
}

/** Keep the server running: one that dies restarts on the same port, so that connection pools recover on their own. */
export async function supervise({ cluster, port: fixedPort, log }: Wish) {
  const stopping = new AbortController()
  const first = await startFirst(cluster, fixedPort)
  let current: ChildProcess | undefined = first.child

  const keepRunning = async () => {
    const restarts: number[] = []
    while (current) {
      if (stopping.signal.aborted) await stopChild(current, cluster)
      else await exitOf(current)
      current = undefined
      while (!current && !stopping.signal.aborted && hasBudget(restarts)) {
        log(`The database server stopped unexpectedly; starting it again on port ${first.port}`)
        await sleep((restarts.length - 1) * 250)
        const result = await startPatiently(cluster, first.port, stopping.signal)
        if ('child' in result) current = result.child
        else if (!stopping.signal.aborted) log(result.failure)
      }
    }
    if (!stopping.signal.aborted)
      log(`The database keeps stopping and stays stopped now. See ${cluster.logFile}`)
  }
  const ended = keepRunning()

  return {
    port: first.port,
    stop: async () => {
      stopping.abort()
      if (current) await stopChild(current, cluster)
      await ended
    },
  }
}

function hasBudget(restarts: number[]): boolean {
  const now = Date.now()
  restarts.splice(0, restarts.length, ...restarts.filter((at) => at > now - 60_000), now)
  return restarts.length <= MAX_RESTARTS_PER_MINUTE
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function stopChild(child: ChildProcess, cluster: Cluster): Promise<void> {
  if (child.pid) await stopPostmaster(child.pid, cluster)
  await exitOf(child)
}

const PATIENCE_MS = 30_000

/** Sessions of a killed server notice its death on their own, some only at the end of their query. */
const OLD_SERVER_LINGERS = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/
const PORT_IS_BUSY = /could not create any TCP\/IP sockets/

/** A wanted port is used or refused. Without one, losing a free port to another program is no reason to fail. */
async function startFirst(cluster: Cluster, fixedPort: number | undefined) {
  for (let attemptsLeft = 5; ; attemptsLeft--) {
    const port = fixedPort ?? (await findFreePort())
    const result = await retry(() => spawnPostgres(cluster, port), OLD_SERVER_LINGERS)
    if ('child' in result) return { child: result.child, port }
    const isBusy = PORT_IS_BUSY.test(result.failure)
    if (isBusy && fixedPort) throw new Error(`PostgreSQL cannot listen on port ${port}: it is in use`)
    if (!isBusy || attemptsLeft === 0) throw new Error(explain(result.failure, cluster))
  }
}

async function startPatiently(cluster: Cluster, port: number, signal: AbortSignal): Promise<SpawnResult> {
  const passing = new RegExp(`${OLD_SERVER_LINGERS.source}|${PORT_IS_BUSY.source}`)
  const result = await retry(() => spawnPostgres(cluster, port, signal), passing, signal)
  return 'child' in result ? result : { failure: explain(result.failure, cluster) }
}

async function retry(start: () => Promise<SpawnResult>, passing: RegExp, signal?: AbortSignal) {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const result = await start()
    if ('child' in result || signal?.aborted) return result
    if (!passing.test(result.failure) || Date.now() > giveUpAt) return result
    await sleep(50)
  }
}

function explain(failure: string, { logFile }: Cluster): string {
  const told = failure.split('\n').filter((line) => /FATAL|PANIC|DETAIL|HINT/.test(line))
  const reason = told.map((line) => line.replace(/^.*?(?:FATAL|PANIC|DETAIL|HINT):\s*/, '')).join(' ')
  return `PostgreSQL did not start: ${reason || failure.trim().split('\n').at(-1)} (log: ${logFile})`
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
