import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { findFreePort } from './find-free-port.ts'
import { type SpawnResult, spawnPostgres } from './spawn-postgres.ts'

const PATIENCE_MS = 30_000

/** Sessions of a killed server notice its death on their own, some only at the end of their query. */
const OLD_SERVER_LINGERS = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/
const PORT_IS_BUSY = /could not create any TCP\/IP sockets/

/** A wanted port is used or refused. Without one, losing a free port to another program is no reason to fail. */
export async function startFirst(
  cluster: Cluster,
  fixedPort: number | undefined,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attemptsLeft = 5; ; attemptsLeft--) {
    const port = fixedPort ?? (await findFreePort())
    const result = await retry(() => spawnPostgres(cluster, port), OLD_SERVER_LINGERS)
    if ('child' in result) return { child: result.child, port }
    const isBusy = PORT_IS_BUSY.test(result.failure)
    if (isBusy && fixedPort) throw new Error(`PostgreSQL cannot listen on port ${port}: it is in use`)
    if (!isBusy || attemptsLeft === 0) throw new Error(explain(result.failure, cluster))
  }
}

export async function startPatiently(
  cluster: Cluster,
  port: number,
  signal: AbortSignal,
): Promise<SpawnResult> {
  const passing = new RegExp(`${OLD_SERVER_LINGERS.source}|${PORT_IS_BUSY.source}`)
  const result = await retry(() => spawnPostgres(cluster, port, signal), passing, signal)
  return 'child' in result ? result : { failure: explain(result.failure, cluster) }
}

async function retry(
  start: () => Promise<SpawnResult>,
  passing: RegExp,
  signal?: AbortSignal,
): Promise<SpawnResult> {
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
