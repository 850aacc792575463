import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { type Db, getPool } from './client.ts'
import { JOB_QUEUES, type JobName, type Jobs } from './queries/jobs.ts'

/** `id` stays the same however often the job is tried. */
export type Job<N extends JobName> = { id: string; name: N; data: Jobs[N] }
export type JobHandlers = { [N in JobName]: (data: Jobs[N]) => Promise<void> }

type Options = {
  work: <N extends JobName>(job: Job<N>) => Promise<void>
  /** Cron times in the given time zone. */
  schedules: { name: JobName; cron: string; timeZone: string }[]
  onError: (error: unknown, job?: { name: string; id: string }) => void
}

const IDLE_MS = 500

/**
 * Works on jobs until stopped; any number of processes may do so at once. A job whose worker dies is tried again, so
 * `work` must bear being run twice. The library's own worker lets a broken connection end the process when it
 * reports a job's outcome; here every call is awaited, and the loop outlives a database that comes back.
 */
export async function startJobRunner(db: Db, { work, schedules, onError }: Options) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => getPool(db).query(text, values) },
    migrate: false,
    registerInstance: false,
  })
  boss.on('error', (error) => onError(error))
  await boss.start()
  for (const { name, cron, timeZone } of schedules) await boss.schedule(name, cron, {}, { tz: timeZone })

  const stopping = new AbortController()
  // The worker of every queue rests on it; past ten, Node would warn of a leak.
  setMaxListeners(0, stopping.signal)
  const rest = () => delay(IDLE_MS, undefined, { signal: stopping.signal }).catch(() => {})

  async function workOnce<N extends JobName>(name: N): Promise<boolean> {
    const [job] = await boss.fetch<Jobs[N]>(name)
    if (!job) return false
    try {
      await work({ id: job.id, name, data: job.data })
    } catch (error) {
      onError(error, { name, id: job.id })
      await boss.fail(name, job.id, { message: error instanceof Error ? error.message : String(error) })
      return true
    }
    await boss.complete(name, job.id)
    return true
  }

  async function workUntilStopped(name: JobName): Promise<void> {
    while (!stopping.signal.aborted) {
      const didWork = await workOnce(name).catch((error) => {
        onError(error)
        return false
      })
      if (!didWork) await rest()
    }
  }
  const workers = (Object.keys(JOB_QUEUES) as JobName[]).map(workUntilStopped)

  return {
    /** Lets the running jobs finish. */
    stop: async () => {
      stopping.abort()
      await Promise.all(workers)
      await boss.stop({ graceful: false, close: false })
    },
  }
}
