import PgBoss from 'pg-boss'
import type { Db } from './client.ts'
import { executeSqlOn, JOB_QUEUES, type JobName, type Jobs } from './queries/jobs.ts'

export type JobHandlers = { [N in JobName]: (data: Jobs[N]) => Promise<void> }

type Options = {
  handlers: JobHandlers
  /** Cron times in the given time zone. */
  schedules: { name: JobName; cron: string; timeZone: string }[]
  onError: (error: unknown, job?: { name: string; id: string }) => void
}

/**
 * Works on jobs until stopped; any number of processes may do so at once. A job whose worker dies is tried again, so
 * every handler must bear being run twice.
 */
export async function startJobRunner(db: Db, { handlers, schedules, onError }: Options) {
  const boss = new PgBoss({ db: { executeSql: executeSqlOn(db) }, migrate: false })
  boss.on('error', (error) => onError(error))
  await boss.start()

  const work = async <N extends JobName>(name: N) => {
    await boss.work<Jobs[N]>(name, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async (jobs) => {
      for (const job of jobs) {
        try {
          await handlers[name](job.data)
        } catch (error) {
          onError(error, { name, id: job.id })
          throw error
        }
      }
    })
  }
  for (const name of Object.keys(JOB_QUEUES) as JobName[]) await work(name)
  for (const { name, cron, timeZone } of schedules) await boss.schedule(name, cron, {}, { tz: timeZone })

  return {
    /** Lets running jobs finish, for a few seconds at most. */
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 5000, close: false }),
  }
}
