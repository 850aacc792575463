import { type Clock, PgBoss, systemClock } from 'pg-boss'
import { type Db, getPool } from './client.ts'
import { JOB_QUEUES } from './queries/job-queues.ts'
import type { JobName, Jobs } from './queries/jobs.ts'

/** `id` stays the same however often the job is tried. */
export type Job<N extends JobName> = { id: string; name: N; data: Jobs[N] }

type Worker = { id: string; isBusy: boolean }

type Options = {
  work: <N extends JobName>(job: Job<N>) => Promise<void>
  /** Cron times in the given time zone. */
  schedules: { name: JobName; cron: string; timeZone: string }[]
  onError: (error: unknown, job?: { name: string; id: string }) => void
  /** The longest wait of a due retry, a scheduled job or a lost notification. New jobs do not wait for it. */
  pollSeconds?: number
}

/** The library computes idle times from two clock readings: a wall clock set back would stall its workers. */
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

  const workersOf = new Map<JobName, Worker[]>()
  /** Queues in which somebody has to look for a job, and nobody was free. */
  const wanted = new Set<JobName>()
  /** One look for a job, now or by the first worker that is free. A worker that finds one asks for the next look. */
  const wake = (name: JobName) => {
    const idle = workersOf.get(name)?.find(({ isBusy }) => !isBusy)
    if (idle) boss.notifyWorker(idle.id)
    else wanted.add(name)
  }

  async function startWorker<N extends JobName>(name: N): Promise<Worker> {
    const worker = { id: '', isBusy: false }
    worker.id = await boss.work<Jobs[N]>(name, { pollingIntervalSeconds: pollSeconds }, async ([job]) => {
      if (!job) return
      worker.isBusy = true
      wake(name)
      try {
        await work({ id: job.id, name, data: job.data })
      } catch (error) {
        onError(error, { name, id: job.id })
        throw onlyMessage(error)
      } finally {
        worker.isBusy = false
        // The library would pause after each job, even if more are waiting.
        if (wanted.delete(name)) boss.notifyWorker(worker.id)
      }
    })
    return worker
  }
  for (const name of Object.keys(JOB_QUEUES) as JobName[]) {
    // `notifyWorker` wakes one worker of a registration, so each worker has its own.
    const workers: Worker[] = []
    for (let count = 0; count < JOB_QUEUES[name].concurrency; count++) workers.push(await startWorker(name))
    workersOf.set(name, workers)
  }

  return {
    /** Make a worker of the queue look for a job now. */
    wake,
    /** Start no more jobs, and let the running ones finish. */
    stop: async () => {
      await Promise.all([...workersOf.keys()].map((name) => boss.offWork(name, { wait: true })))
      await boss.stop({ graceful: false, close: false })
    },
  }
}

/** The library stores every property of an error, and a stack or a driver's details may contain what a job must not. */
function onlyMessage(error: unknown): Error {
  const failure = new Error(error instanceof Error ? error.message : String(error))
  delete failure.stack
  return failure
}
