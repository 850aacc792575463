import { insertJob, JOB_QUEUES, type JobName, type Jobs } from '@chuma/db/queries/jobs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { givenMail } from '../inbox/mails/testing.ts'
import { refuseRetry } from '../payouts/attempts/refuse-retry.ts'
import { codeOf, openTestDb } from '../testing.ts'
import { getSystemReport, listFailedJobs, listMails, resendMails, retryJob } from './system.ts'
import { listAudit, startBehind } from './testing.ts'

const { db, deps } = await openTestDb()
const owner = { name: 'staff:wanjiru', address: null }
const nobody = '00000000-0000-4000-8000-000000000000'
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(db)
  await sql`delete from mail_delivery`.execute(db)
})

/** A job that failed its last attempt with this message. */
async function givenFailed<N extends JobName>(name: N, data: Jobs[N], message = 'It is broken') {
  await db.transaction().execute((trx) => insertJob(trx, name, data))
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'failed', completed_on = clock_timestamp(), retry_count = retry_limit,
      output = ${JSON.stringify({ message })}
    where name = ${name} and state = 'created' returning id
  `.execute(db)
  return rows[0]?.id ?? ''
}
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where id = ${id}`.execute(db)
  return rows[0]?.state
}
const ref = { memberId: nobody, withdrawalId: nobody }

test('a failed job is listed with its error, without addresses, numbers and secrets, and can be retried', async () => {
  const message = `payout ${nobody} of amina@example.com, 254712345678, failed at https://x.test/a?token=1 with Bearer abcdefghijklmnopqrstuvwxyz`
  const id = await givenFailed('send-payout', ref, message)
  expect(await listFailedJobs(deps, { limit: 5 })).toEqual([
    {
      id,
      queue: 'send-payout',
      tries: 9,
      createdAt: expect.any(Date),
      failedAt: expect.any(Date),
      error: `payout ${nobody} of … …, failed at … with Bearer …`,
      refusal: null,
    },
  ])
  expect(await retryJob(deps, owner, { id })).toEqual({ id, queue: 'send-payout' })
  expect(await stateOf(id)).toBe('retry')
  expect(await listFailedJobs(deps, { limit: 5 })).toEqual([])
  expect(await listAudit(db, `job:${id}`)).toMatchObject([
    { actor: owner.name, action: 'job.retried', after: { queue: 'send-payout' } },
  ])
})

test('all mails that were given up since a time are tried again at once, except links and what may have arrived', async () => {
  const refused = { outcome: 'refused', isFinal: false, reason: 'ECONNREFUSED' } as const
  const mail = { memberId: nobody, email: 'amina@example.com' }
  const early = await givenFailed('send-account-closing', mail)
  await sql`update pgboss.job set completed_on = now() - interval '2 days' where id = ${early}`.execute(db)
  const notice = await givenFailed('send-email-changed', { ...mail, newEmail: 'b@example.com' })
  const link = await givenFailed('send-sign-in-link', { email: mail.email })
  const doubtful = await givenFailed('send-account-suspended', mail)
  const payout = await givenFailed('check-payout', ref)
  const alarm = await givenFailed('send-float-low', { provider: 'daraja', floatKes: 1 } as never)
  for (const jobId of [early, notice, link, alarm]) await givenMail(db, { jobId, outcome: refused })
  await givenMail(db, { jobId: doubtful, outcome: { outcome: 'unknown', reason: 'ECONNECTION' } })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const kind = { since: expect.any(Date), resendableCount: 0, expiredCount: 0, leftCount: 0 }
  const { givenUpMails } = await getSystemReport(deps)
  expect(givenUpMails.toSorted((one, other) => one.queue.localeCompare(other.queue))).toEqual([
    { ...kind, queue: 'send-account-closing', resendableCount: 1 },
    { ...kind, queue: 'send-account-suspended', leftCount: 1 },
    { ...kind, queue: 'send-email-changed', resendableCount: 1 },
    { ...kind, queue: 'send-float-low', expiredCount: 1 },
    { ...kind, queue: 'send-sign-in-link', expiredCount: 1 },
  ])

  const left = { expiredCount: 2, leftCount: 1 }
  expect(await resendMails(deps, owner, { since })).toEqual({ resentCount: 1, ...left })
  expect(await stateOf(notice)).toBe('retry')
  for (const id of [early, link, alarm, doubtful, payout]) expect(await stateOf(id)).toBe('failed')
  const both = await Promise.all([resendMails(deps, owner, {}), resendMails(deps, owner, {})])
  expect(both.map(({ resentCount }) => resentCount).toSorted()).toEqual([0, 1])
  expect(await stateOf(early)).toBe('retry')
  expect(await resendMails(deps, owner, {})).toEqual({ resentCount: 0, ...left })
  const { rows } = await sql`select from pgboss.job where name = 'send-email-changed'`.execute(db)
  expect(rows).toHaveLength(1)
  expect((await listAudit(db, 'mails'))[0]).toMatchObject({
    action: 'mails.resent',
    after: { since, resentCount: 1, ...left },
  })
})

test('of ten concurrent retries one counts', async () => {
  const id = await givenFailed('check-payout', ref)
  const race = await startBehind(
    db,
    (holder) => sql`select from pgboss.job where id = ${id} for update`.execute(holder),
    () => Array.from({ length: 10 }, () => codeOf(retryJob(deps, owner, { id }))),
  )
  const codes = race.map((call) => (call.status === 'fulfilled' ? call.value : 'failed'))
  expect(codes.toSorted()).toEqual([...Array(9).fill('NOT_FOUND'), 'passed'])
  expect(await listAudit(db, `job:${id}`)).toHaveLength(1)
})

test('waiting, running and unknown jobs cannot be retried', async () => {
  const id = await givenFailed('check-payout', ref)
  for (const state of ['created', 'active', 'completed']) {
    await sql`update pgboss.job set state = ${state}::pgboss.job_state where id = ${id}`.execute(db)
    expect([state, await codeOf(retryJob(deps, owner, { id }))]).toEqual([state, 'NOT_FOUND'])
  }
  expect(await codeOf(retryJob(deps, owner, { id: nobody }))).toBe('NOT_FOUND')
})

const mail = { kind: 'sendPasswordChanged', to: 'amina@example.com' }

test.each([
  ['unknown', 'mailUnsure', { outcome: 'unknown', reason: 'x' }],
  ['sending', 'mailUnsure', null],
  ['sent', 'mailSent', { outcome: 'accepted' }],
  ['refused', 'mailRefused', { outcome: 'refused', isFinal: true, reason: 'x' }],
] as const)('a job whose mail is %s cannot be retried', async (state, why, outcome) => {
  const jobId = await givenFailed('send-password-changed', { memberId: nobody, email: mail.to })
  await givenMail(db, { ...mail, jobId, outcome })
  expect(await listFailedJobs(deps, { limit: 5 })).toMatchObject([{ refusal: why }])
  await expect(retryJob(deps, owner, { id: jobId })).rejects.toMatchObject({
    failure: { code: 'JOB_STATE', params: { why } },
  })
  expect(await stateOf(jobId)).toBe('failed')
  expect(await listMails(deps, { limit: 5 })).toMatchObject([
    { id: jobId, recipient: 'a…@example.com', state },
  ])
})

test('a job whose mail was certainly not accepted can be retried', async () => {
  const jobId = await givenFailed('send-password-changed', { memberId: nobody, email: mail.to })
  await givenMail(db, { ...mail, jobId, outcome: { outcome: 'refused', isFinal: false, reason: 'x' } })
  expect(await codeOf(retryJob(deps, owner, { id: jobId }))).toBe('passed')
})

test('jobs for links and alarms cannot be retried, because they would be outdated', () => {
  const refused = (Object.keys(JOB_QUEUES) as JobName[]).filter((name) =>
    refuseRetry({ name, mailState: null }),
  )
  expect(refused.toSorted()).toEqual([
    'send-automatic-stopped',
    'send-company-changed',
    'send-email-change',
    'send-float-low',
    'send-password-reset',
    'send-queue-stopped',
    'send-sign-in-link',
    'send-verification',
  ])
})

test('failed jobs are listed newest first, in pages', async () => {
  const ids = [
    await givenFailed('check-payout', ref),
    await givenFailed('send-payout', ref),
    await givenFailed('query-float', {}),
  ]
  const first = await listFailedJobs(deps, { limit: 2 })
  const second = await listFailedJobs(deps, { limit: 2, after: first[1]?.id })
  expect([...first, ...second].map(({ id }) => id)).toEqual(ids.toReversed())
})

test('mails are filtered by state, newest first, in pages', async () => {
  const ids = Array.from({ length: 3 }, () => crypto.randomUUID())
  for (const jobId of ids) {
    await givenMail(db, { jobId, outcome: null })
  }
  const all = await listMails(deps, { state: 'sending', limit: 9 })
  expect(all.map(({ id }) => id)).toEqual(ids.toReversed())
  const first = await listMails(deps, { limit: 2 })
  const second = await listMails(deps, { limit: 2, after: first[1]?.id })
  expect([...first, ...second]).toEqual(all)
  expect(await listMails(deps, { state: 'sent', limit: 9 })).toEqual([])
})

test('the report counts waiting and failed jobs, and shows the running versions', async () => {
  await givenFailed('send-payout', ref)
  await db.transaction().execute((trx) => insertJob(trx, 'check-payout', ref))
  expect(await getSystemReport(deps)).toMatchObject({
    appVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    nodeVersion: process.versions.node,
    databaseVersion: expect.stringMatching(/^\d+/),
    migrationCount: expect.any(Number),
    processes: [],
    queues: [
      { queue: 'send-payout', waiting: 0, retrying: 0, active: 0, failed: 1 },
      { queue: 'check-payout', waiting: 1, retrying: 0, active: 0, failed: 0 },
    ],
    givenUpMails: [],
  })
})
