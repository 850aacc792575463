import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { startFirst, startPatiently } from './start-patiently.ts'
import { stopPostmaster } from './stop-postmaster.ts'

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
