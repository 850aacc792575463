import type { Job as Claim, PgBoss } from 'pg-boss'
import type { JobName, Jobs } from './queries/jobs.ts'

type Queue<N extends JobName> = {
  name: N
  /** How many of its jobs this process works on at once. */
  concurrency: number
  work: (claim: Claim<Jobs[N]>) => Promise<void>
  onError: (error: unknown) => void
}

/**
 * Work on the jobs of one queue. One statement takes as many as there is room for, and one completes all that ended while the last
 * was under way, so that under load several jobs share them; none waits for another to end. A job that outlives its queue's time is
 * given to a second worker by the library's supervisor, and what the first reports after that is ignored.
 */
export function workOnQueue<N extends JobName>(boss: PgBoss, { name, concurrency, work, onError }: Queue<N>) {
  let room = concurrency
  let isWanted = false
  let isStopping = false
  let looking: Promise<void> | null = null
  let completing: Promise<void> | null = null
  let done: Claim<Jobs[N]>[] = []
  const running = new Set<Promise<void>>()

  /** Look for jobs: now, or as soon as there is room for one. */
  function wake(): void {
    isWanted = true
    if (room > 0 && !isStopping) looking ??= look()
  }

  async function look(): Promise<void> {
    try {
      while (isWanted && room > 0 && !isStopping) {
        isWanted = false
        const asked = room
        const claims = await boss.fetch<Jobs[N]>(name, { batchSize: asked })
        // There may be more. Otherwise the next notification tells, or the next poll.
        if (claims.length === asked) isWanted = true
        for (const claim of claims) start(claim)
      }
    } catch (error) {
      onError(error)
    } finally {
      looking = null
    }
  }

  function start(claim: Claim<Jobs[N]>): void {
    room -= 1
    const run = doOne(claim).finally(() => running.delete(run))
    running.add(run)
  }

  async function doOne(claim: Claim<Jobs[N]>): Promise<void> {
    try {
      await work(claim)
    } catch (error) {
      await boss.fail(name, claim, onlyMessage(error)).catch(onError)
      return makeRoom(1)
    }
    done.push(claim)
    completing ??= complete()
    await completing
  }

  async function complete(): Promise<void> {
    while (done.length > 0) {
      const claims = done
      done = []
      // Its job runs again when its time is over, as if this process had died.
      await boss.complete(name, claims).catch(onError)
      makeRoom(claims.length)
    }
    completing = null
  }

  function makeRoom(count: number): void {
    room += count
    if (isWanted) wake()
  }

  /** Start no more jobs, and wait until the outcomes of the running ones are recorded. */
  async function stop(): Promise<void> {
    isStopping = true
    await looking
    await Promise.all(running)
  }

  return { wake, stop }
}

/** The library stores every property of an error, and a stack or a driver's details may contain what a job must not. */
function onlyMessage(error: unknown): Error {
  const failure = new Error(error instanceof Error ? error.message : String(error))
  delete failure.stack
  return failure
}
