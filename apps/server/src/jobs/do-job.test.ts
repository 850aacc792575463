import { randomUUID } from 'node:crypto'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import { startJobRunner } from '@chuma/db/job-runner'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertCapturedMail, listCapturedMail } from '@chuma/db/queries/mail'
import { createTestDb } from '@chuma/db/testing'
import { createMail } from '@chuma/mail/create-mail'
import { startMailServer, testDetails } from '@chuma/mail/testing'
import { createCaptureTransport, createSmtpTransport } from '@chuma/mail/transports'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../logging/logger.ts'
import { doJob, type Mailing } from './do-job.ts'

const { db, close } = await createTestDb()
afterAll(close)

const write: Mailing['write'] = (deliver) =>
  createMail({
    deliver,
    publicUrl: 'https://chuma.test',
    details: testDetails,
  })
const overSmtp = (url: string): Mailing => ({
  write,
  transport: createSmtpTransport(url, 'Chuma <no-reply@chuma.test>'),
})

/** One job for a new member, to run as often as a test needs. */
async function givenJob(name: 'send-verification' | 'send-address-taken' = 'send-address-taken') {
  const { email, memberId } = await givenMember(db)
  await db.updateTable('member').set({ emailVerifiedAt: null }).where('memberId', '=', memberId).execute()
  const id = randomUUID()
  const logged: string[] = []
  const log = createLogger('info', { write: (line: string) => logged.push(line) })
  let runs = 0
  const run = (mailing: Mailing) =>
    doJob({ deps: createTestDeps(db), mailing, log }, { id, name, data: { email }, isRetry: runs++ > 0 })
  const find = () =>
    db
      .selectFrom('mailDelivery')
      .select(['kind', 'recipient', 'state', 'attempts'])
      .where('jobId', '=', id)
      .executeTakeFirst()
  return { id, email, memberId, logged, run, find }
}

test('a mail leaves once the transaction that caused it has committed, and only then', async () => {
  const { url, received } = await startMailServer()
  const { email } = await givenMember(db)
  const undone = db.transaction().execute(async (trx) => {
    await insertJob(trx, 'send-address-taken', { email: (await givenMember(db)).email })
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await db.transaction().execute((trx) => insertJob(trx, 'send-address-taken', { email }))

  const log = createLogger('silent')
  let finish = (_id: string) => {}
  const finished = new Promise<string>((resolve) => {
    finish = resolve
  })
  const runner = await startJobRunner(db, {
    work: async (job) => {
      await doJob({ deps: createTestDeps(db), mailing: overSmtp(url), log }, job)
      finish(job.id)
    },
    schedules: [],
    onError: (error) => expect.fail(String(error)),
  })
  onTestFinished(() => runner.stop())
  const jobId = await finished
  expect(received.map(({ recipients }) => recipients)).toEqual([[email]])
  expect(received[0]?.raw).toContain(`Message-ID: <${jobId}@chuma.test>`)
})

test('a job run again after the server accepted its mail sends nothing', async () => {
  const { url, received } = await startMailServer()
  const { email, logged, run, find } = await givenJob()
  await run(overSmtp(url))
  await run(overSmtp(url))
  expect(received).toHaveLength(1)
  expect(await find()).toEqual({ kind: 'sendAddressTaken', recipient: email, state: 'sent', attempts: 1 })
  expect(logged).toEqual([])
})

test('a mail server that defers the mail gets it once', async () => {
  const { url, received } = await startMailServer({ toRecipients: [451] })
  const { run, find } = await givenJob()
  await expect(run(overSmtp(url))).rejects.toThrow('451')
  expect(received).toHaveLength(0)
  await run(overSmtp(url))
  await run(overSmtp(url))
  expect(received).toHaveLength(1)
  expect(await find()).toMatchObject({ state: 'sent', attempts: 2 })
})

test('a mail server that is down gets the mail once it is back', async () => {
  const { url, received } = await startMailServer()
  const { run, find } = await givenJob()
  await expect(run(overSmtp('smtp://127.0.0.1:1'))).rejects.toThrow('ECONNREFUSED')
  await run(overSmtp(url))
  expect(received).toHaveLength(1)
  expect(await find()).toMatchObject({ state: 'sent', attempts: 2 })
})

test('an address that does not exist ends the job without another try', async () => {
  const { url, received } = await startMailServer({ toRecipients: [550] })
  const { id, email, logged, run, find } = await givenJob()
  await run(overSmtp(url))
  await run(overSmtp(url))
  expect(received).toHaveLength(0)
  expect(await find()).toMatchObject({ state: 'refused', attempts: 1 })
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 40, jobId: id, state: 'refused' })
  expect(logged.join('')).not.toContain(email)
})

test('a mail whose response was lost is not sent again, and staff are told', async () => {
  const { url, received } = await startMailServer({ toMails: ['hangs up'] })
  const { id, email, logged, run, find } = await givenJob()
  await run(overSmtp(url))
  await run(overSmtp(url))
  expect(received).toHaveLength(1)
  expect(await find()).toMatchObject({ state: 'unknown', attempts: 1 })
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 40,
    jobId: id,
    kind: 'sendAddressTaken',
    state: 'unknown',
  })
  expect(logged.join('')).not.toContain(email)
})

test('the link in a mail keeps working when its job is run again', async () => {
  const { url, received } = await startMailServer({ toMails: ['hangs up'] })
  const { memberId, run } = await givenJob('send-verification')
  await run(overSmtp(url))
  await run(overSmtp(url))
  expect(received).toHaveLength(1)
  const links = await db
    .selectFrom('oneTimeLink')
    .select('expiresAt')
    .where('memberId', '=', memberId)
    .execute()
  expect(links).toHaveLength(1)
  expect(links[0]?.expiresAt.getTime()).toBeGreaterThan(Date.now())
})

test('captured mail is stored once', async () => {
  const { email, run, find } = await givenJob()
  const mailing = { write, transport: createCaptureTransport((mail) => insertCapturedMail(db, mail)) }
  await run(mailing)
  await run(mailing)
  expect(await listCapturedMail(db, email)).toHaveLength(1)
  expect(await find()).toMatchObject({ state: 'sent' })
})

test('a worker that died after storing a mail does not store it again', async () => {
  const { email, run, find } = await givenJob()
  const capture = createCaptureTransport(async (mail) => {
    await insertCapturedMail(db, mail)
    throw new Error('killed')
  })
  await expect(run({ write, transport: capture })).rejects.toThrow('killed')
  await run({ write, transport: capture })
  expect(await listCapturedMail(db, email)).toHaveLength(1)
  expect(await find()).toMatchObject({ state: 'unknown' })
})
