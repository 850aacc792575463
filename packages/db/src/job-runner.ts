import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, PgBoss, systemClock } from 'pg-boss'
import { type Db, getPool } from './client.ts'
import { isJobName, JOB_QUEUES, type JobName, type Jobs, listDueQueues } from './queries/jobs.ts'
import { workOnQueue } from './work-on-queue.ts'

/** `id` stays the same however often the job is tried. `isRetry`: it was begun before, by this worker or one that died. */
export type Job<N extends JobName> = { id: string; name: N; data: Jobs[N]; isRetry: boolean }

type Options = {
  work: <N extends JobName>(job: Job<N>) => Promise<void>
  /** Cron times in the given time zone. */
  schedules: { name: JobName; cron: string; timeZone: string }[]
  onError: (error: unknown, job?: { name: string; id?: string }) => void
  /** The longest wait of a due retry, a scheduled job or a lost notification. New jobs do not wait for it. */
  pollSeconds?: number
}

/** The library computes idle times from two clock readings: a wall clock set back would stall its schedules. */
const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/**
 * Work on jobs until stopped; any number of processes may do so at once. A job whose worker dies is tried again, so `work`
 * must tolerate running twice. A failure is recorded on its job, and other jobs continue.
 */
export async function startJobRunner(db: Db, { work, schedules, onError, pollSeconds = 5 }: Options) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => getPool(db).query(text, values) },
    clock: steadyClock,
    migrate: false,
    registerInstance: false,
  })
  boss.on('error', (error) => onError(error))
  await boss.start()
  for (const { name, cron, timeZone } of schedules) await boss.schedule(name, cron, {}, { tz: timeZone })

  const workOn = <N extends JobName>(name: N) =>
    workOnQueue(boss, {
      name,
      concurrency: JOB_QUEUES[name].concurrency,
      onError: (error) => onError(error, { name }),
      work: async ({ id, data, retryCount }) => {
        try {
          await work({ id, name, data, isRetry: retryCount > 0 })
        } catch (error) {
          onError(error, { name, id })
          throw error
        }
      },
    })
  const names = Object.keys(JOB_QUEUES).filter(isJobName)
  const queues = new Map(names.map((name) => [name, workOn(name)]))
  const wake = (name: JobName) => queues.get(name)?.wake()

  const stopping = new AbortController()
  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const due = await listDueQueues(db, names).catch((error) => void onError(error))
      for (const name of due ?? []) wake(name)
      await delay(pollSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const polling = poll()

  return {
    /** Look for jobs of the queue now. */
    wake,
    /** Start no more jobs, and let the running ones finish. */
    stop: async () => {
      stopping.abort()
      await Promise.all([polling, ...[...queues.values()].map(({ stop }) => stop())])
      await boss.stop({ graceful: false, close: false })
    },
  }
}
