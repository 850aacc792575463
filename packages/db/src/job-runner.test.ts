import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createDb, getPool } from './client.ts'
import { type Job, startJobRunner } from './job-runner.ts'
import { insertJob, isJobName, JOB_QUEUES, type JobName, retryFailedJob } from './queries/jobs.ts'
import { listen } from './queries/listen.ts'
import { createTestDb } from './testing.ts'

const { db, url, close } = await createTestDb()
afterAll(close)
afterEach(() => sql`delete from pgboss.job`.execute(db))

/** Longer than a test's timeout, so that a test in which only polling finds a job fails. */
const NEVER = 3600
const ref = { memberId: crypto.randomUUID(), withdrawalId: crypto.randomUUID() }
const mail = { memberId: ref.memberId, email: 'amina@example.com' }
type Work = (job: Job<JobName>) => Promise<void>

/** A runner that is woken by the database's notifications, unless `isDeaf`. */
async function givenRunner(work: Work, { pollSeconds = NEVER, isDeaf = false } = {}) {
  const errors: string[] = []
  const onError = (error: unknown) => void errors.push(error instanceof Error ? error.message : String(error))
  const runner = await startJobRunner(db, { work, schedules: [], onError, pollSeconds })
  onTestFinished(runner.stop)
  if (isDeaf) return { ...runner, errors }
  await new Promise<void>((resolve, reject) => {
    const listener = listen({
      connectionString: url,
      onChange: ({ kind, ownerId }) => kind === 'job' && isJobName(ownerId) && runner.wake(ownerId),
      onListening: resolve,
      onLost: reject,
    })
    onTestFinished(listener.close)
  })
  return { ...runner, errors }
}

const add = (...names: ('send-payout' | 'settle-referral' | 'query-float' | 'send-account-closing')[]) =>
  db.transaction().execute(async (trx) => {
    for (const name of names) {
      if (name === 'query-float') await insertJob(trx, name, {})
      else if (name === 'send-account-closing') await insertJob(trx, name, mail)
      else await insertJob(trx, name, ref)
    }
  })

async function listJobs() {
  const { rows } = await sql<{ id: string; name: JobName; state: string; tries: number; output: unknown }>`
    select id, name, state, retry_count + 1 as tries, output from pgboss.job order by created_on, id
  `.execute(db)
  return rows
}
const listStates = async () => (await listJobs()).map(({ state }) => state).toSorted()

test('a mail is tried for three days while the mail server is down, in the end every hour', async () => {
  await add('send-account-closing')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => getPool(db).query(text, values) },
    migrate: false,
  })
  let waitedSeconds = 0
  let longest = 0
  for (;;) {
    const [job] = await boss.fetch('send-account-closing')
    if (!job) throw new Error('the job is due')
    await boss.fail('send-account-closing', job.id)
    const { rows } = await sql<{ state: string; seconds: number }>`
      select state, extract(epoch from start_after - now())::float8 as seconds from pgboss.job`.execute(db)
    const [next] = rows
    if (next?.state !== 'retry') break
    waitedSeconds += next.seconds
    longest = Math.max(longest, next.seconds)
    await sql`update pgboss.job set start_after = now()`.execute(db)
  }
  expect(waitedSeconds / 3600).toBeGreaterThan(72)
  expect(longest).toBeLessThanOrEqual(3600)
})

test('a job is done as soon as its transaction commits, without waiting for the next poll', async () => {
  const done: string[] = []
  await givenRunner(async ({ name }) => void done.push(name))
  // The second job finds idle workers: their first look for a job is long over.
  for (const count of [1, 2]) {
    await add('send-payout')
    await expect.poll(() => done.length).toBe(count)
    await expect.poll(listStates).toEqual(Array(count).fill('completed'))
  }
})

test('a job whose notification is lost is found by polling', async () => {
  const done: string[] = []
  await givenRunner(async ({ name }) => void done.push(name), { pollSeconds: 0.5, isDeaf: true })
  for (const count of [1, 2]) {
    await add('send-payout')
    await expect.poll(() => done.length, { timeout: 10_000 }).toBe(count)
    await expect.poll(listStates).toEqual(Array(count).fill('completed'))
  }
})

test('setting the wall clock back does not stall the workers', async () => {
  const { now } = Date
  let readings = 0
  const wallClock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000 * readings++)
  onTestFinished(() => wallClock.mockRestore())
  let done = 0
  const work: Work = async () => {
    done += 1
  }
  await givenRunner(work, { pollSeconds: 0.5, isDeaf: true })
  for (const count of [1, 2]) {
    await add('query-float')
    await expect.poll(() => done, { timeout: 10_000 }).toBe(count)
  }
})

test('one notification is enough for all jobs that a transaction adds', async () => {
  expect(JOB_QUEUES['query-float'].concurrency).toBe(1)
  await givenRunner(async () => {})
  await add(...Array<'query-float'>(5).fill('query-float'))
  await expect.poll(listStates).toEqual(Array(5).fill('completed'))
})

test('a queue runs as many jobs at once as its concurrency allows', async () => {
  const limit = JOB_QUEUES['send-payout'].concurrency
  let [running, most] = [0, 0]
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const runner = await givenRunner(async ({ name }) => {
    if (name !== 'send-payout') return
    running += 1
    most = Math.max(most, running)
    await released
    running -= 1
  })
  await add(...Array<'send-payout'>(limit + 3).fill('send-payout'))
  await expect.poll(() => running).toBe(limit)
  // Queues do not wait for each other.
  runner.wake('send-payout')
  await add('settle-referral')
  await expect.poll(listStates).toContain('completed')
  expect(running).toBe(limit)
  release()
  await expect.poll(listStates).toEqual(Array(limit + 4).fill('completed'))
  expect(most).toBe(limit)
})

test('a job that comes while all are busy starts as soon as one of them is free', async () => {
  const limit = JOB_QUEUES['send-payout'].concurrency
  const releases: (() => void)[] = []
  await givenRunner(async ({ name }) => {
    if (name === 'send-payout') await new Promise<void>((resolve) => void releases.push(resolve))
  })
  for (let count = 1; count <= limit; count++) {
    await add('send-payout')
    await expect.poll(() => releases.length).toBe(count)
  }
  await add('send-payout', 'settle-referral')
  await expect.poll(listStates).toContain('completed')
  // The others go on: a provider may take half a minute.
  releases[0]?.()
  await expect.poll(() => releases.length).toBe(limit + 1)
  for (const release of releases) release()
  await expect.poll(listStates).toEqual(Array(limit + 2).fill('completed'))
})

test('of jobs that were taken together each is completed as it ends', async () => {
  const releases: (() => void)[] = []
  await givenRunner(() => new Promise<void>((resolve) => void releases.push(resolve)))
  await add('send-payout', 'send-payout', 'send-payout')
  await expect.poll(() => releases.length).toBe(3)
  releases[1]?.()
  await expect.poll(listStates).toEqual(['active', 'active', 'completed'])
  releases[0]?.()
  releases[2]?.()
  await expect.poll(listStates).toEqual(Array(3).fill('completed'))
})

test('a failure stays with its job, which stores only its message, and runs again when staff retry it', async () => {
  let isBroken = true
  const { errors } = await givenRunner(async ({ name }) => {
    if (name === 'query-float' && isBroken) throw Object.assign(new Error('no answer'), { secret: 'hunter2' })
  })
  await add('query-float', 'query-float', 'send-account-closing')
  await expect.poll(listStates).toEqual(['completed', 'failed', 'failed'])
  const failed = (await listJobs()).find(({ state }) => state === 'failed')
  expect(failed?.output).toEqual({ name: 'Error', message: 'no answer' })
  expect(errors).toEqual(['no answer', 'no answer'])

  isBroken = false
  const { id, name } = failed ?? expect.unreachable()
  await db.transaction().execute((trx) => retryFailedJob(trx, { id, name }))
  await expect
    .poll(async () => (await listJobs()).find((job) => job.id === id))
    .toMatchObject({
      state: 'completed',
      tries: 2,
    })
})

test('stopping lets the running job finish and record its outcome, and starts no other', async () => {
  const started: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const runner = await givenRunner(async ({ id }) => {
    started.push(id)
    await released
  })
  await add('query-float', 'query-float')
  await expect.poll(() => started.length).toBe(1)
  let isStopped = false
  const stopped = runner.stop().then(() => {
    isStopped = true
  })
  // Without waiting, the stop would be over before this round trip.
  expect(await listStates()).toEqual(['active', 'created'])
  expect(isStopped).toBe(false)
  release()
  await stopped
  expect(await listStates()).toEqual(['completed', 'created'])
})

test('a job whose worker vanished before recording the outcome runs again, once', async () => {
  const dying = createDb(url)
  onTestFinished(() => dying.destroy())
  const errors: string[] = []
  const runs: { isRetry: boolean }[] = []
  const first = await startJobRunner(dying, {
    work: async ({ isRetry }) => {
      runs.push({ isRetry })
      // Neither success nor failure can be recorded from here on.
      vi.spyOn(getPool(dying), 'query').mockImplementation(() => Promise.reject(new Error('connection lost')))
    },
    schedules: [],
    onError: (error, job) => errors.push(`${job?.name}: ${error instanceof Error ? error.message : ''}`),
    pollSeconds: NEVER,
  })
  await add('query-float')
  first.wake('query-float')
  await expect.poll(() => errors).toContain('query-float: connection lost')
  await first.stop()
  expect(await listStates()).toEqual(['active'])

  const second = await givenRunner(async ({ isRetry }) => {
    runs.push({ isRetry })
  })
  second.wake('query-float')
  await sql`update pgboss.job set retry_limit = 1, started_on = started_on - interval '1 hour'`.execute(db)
  await supervise()
  await expect.poll(listStates).toEqual(['retry'])
  await sql`update pgboss.job set start_after = now()`.execute(db)
  second.wake('query-float')
  await expect.poll(listStates).toEqual(['completed'])
  expect(runs).toEqual([{ isRetry: false }, { isRetry: true }])
})

/** Run what every runner does once a minute. */
async function supervise() {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => getPool(db).query(text, values) },
    migrate: false,
    supervise: false,
    schedule: false,
    registerInstance: false,
  })
  await boss.start()
  await boss.supervise('query-float')
  await boss.stop({ graceful: false, close: false })
}
