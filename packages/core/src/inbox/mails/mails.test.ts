import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailOutcome, MailTransport, OutgoingMail } from '@chuma/contract/mails'
import type { Trx } from '@chuma/db/client'
import { lockMail } from '@chuma/db/queries/mail'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startBehind } from '../../admin/testing.ts'
import { sendEmailChanged, sendEmailChangeNotice, sendPasswordChanged } from '../../auth/security-mails.ts'
import type { Deps } from '../../deps.ts'
import { openClaim, sendClaimDecided } from '../../partners/claims.ts'
import { listMyClicks } from '../../partners/clicks.ts'
import { givenClick } from '../../partners/testing.ts'
import { sendPauseNews } from '../../payouts/pauses.ts'
import { sendPremiumEnding, sendPremiumStarted } from '../../premium/process-premium-callback.ts'
import { testEveryStep } from '../../state-machine.testing.ts'
import { sendProofDecided } from '../../tasks/proofs.ts'
import { createMailCapture, createTestDeps, lockRows, openTestDb, readRow } from '../../testing.ts'
import { mailColumns, mailMachine, mailOnce, moveMail, stateOf } from '../mails.ts'
import { givenMail } from './testing.ts'

const { db } = await openTestDb()

const letter: OutgoingMail = {
  kind: 'sendVerification',
  to: 'amina@example.com',
  subject: 'Confirm your address',
  text: 'https://chuma.test/?token=l_secret',
  html: '<a href="https://chuma.test/?token=l_secret">Confirm</a>',
}

const accepted: MailOutcome = { outcome: 'accepted' }
const greylisted: MailOutcome = { outcome: 'refused', isFinal: false, reason: 'RCPT TO 451' }
const noSuchUser: MailOutcome = { outcome: 'refused', isFinal: true, reason: 'RCPT TO 550' }
const noAnswer: MailOutcome = { outcome: 'unknown', reason: 'ECONNECTION' }

/** A job, and a mail server that plays a script. `dies`: it accepts the mail, and the worker dies. */
function givenJob(...script: (MailOutcome | 'dies')[]) {
  const jobId = randomUUID()
  const taken: Parameters<MailTransport['send']>[0][] = []
  const runs: string[] = []
  const transport: MailTransport = {
    domain: 'chuma.test',
    send: async (mail) => {
      taken.push(mail)
      const outcome = script.shift() ?? accepted
      if (outcome === 'dies') throw new Error('killed')
      return outcome
    },
  }
  const run = (mail = letter) =>
    mailOnce({ db, transport }, { id: jobId, isRetry: runs.length > 0 }, async (deliver) => {
      runs.push(mail.kind)
      await deliver(mail)
    })
  const look = () => readRow(db, 'mailDelivery', ['state', 'attempts', 'lastError', 'settledAt'], { jobId })
  return { jobId, taken, runs, run, look }
}

test('after an accepted mail no other run of its job sends it or does anything else', async () => {
  const { taken, runs, run, look } = givenJob()
  expect(await run()).toEqual({ kind: 'sendVerification', state: 'sent' })
  expect(await run()).toEqual({ kind: 'sendVerification', state: 'sent' })
  expect(taken).toHaveLength(1)
  expect(runs).toHaveLength(1)
  expect(await look()).toEqual({ state: 'sent', attempts: 1, lastError: null, settledAt: expect.any(Date) })
})

test('a mail’s record has neither its text nor its link', async () => {
  const { jobId, taken, run } = givenJob()
  await run()
  const messageId = `<${jobId}@chuma.test>`
  expect(taken).toMatchObject([{ messageId }])
  const { rows } = await sql`select * from mail_delivery where job_id = ${jobId}`.execute(db.withoutPlugins())
  expect(rows).toMatchObject([
    {
      kind: 'sendVerification',
      recipient: 'amina@example.com',
      subject: 'Confirm your address',
      message_id: messageId,
    },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/token|l_secret/)
})

test('a mail is recorded as being sent before the server gets it', async () => {
  const jobId = randomUUID()
  const states: string[] = []
  const send = async () => {
    const rows = await db.selectFrom('mailDelivery').select('state').where('jobId', '=', jobId).execute()
    states.push(...rows.map(({ state }) => state))
    return accepted
  }
  await mailOnce(
    { db, transport: { domain: 'chuma.test', send } },
    { id: jobId, isRetry: false },
    (deliver) => deliver(letter),
  )
  expect(states).toEqual(['sending'])
})

test('a temporarily refused mail fails its job, and the next run sends it with the same id', async () => {
  const { taken, run, look } = givenJob(greylisted, greylisted)
  await expect(run()).rejects.toThrow('RCPT TO 451')
  expect(await look()).toEqual({ state: 'refused', attempts: 1, lastError: 'RCPT TO 451', settledAt: null })
  await expect(run()).rejects.toThrow('RCPT TO 451')
  expect(await run()).toMatchObject({ state: 'sent' })
  expect(await run()).toMatchObject({ state: 'sent' })
  expect(taken).toHaveLength(3)
  expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(1)
  expect(await look()).toMatchObject({ state: 'sent', attempts: 3, lastError: null })
})

test('a finally refused mail is not retried', async () => {
  const { taken, run, look } = givenJob(noSuchUser)
  expect(await run()).toMatchObject({ state: 'refused' })
  expect(await run()).toMatchObject({ state: 'refused' })
  expect(taken).toHaveLength(1)
  expect(await look()).toMatchObject({ state: 'refused', settledAt: expect.any(Date) })
})

test('a mail that may have been accepted is not sent again', async () => {
  const { taken, runs, run, look } = givenJob(noAnswer)
  expect(await run()).toMatchObject({ state: 'unknown' })
  expect(await run()).toMatchObject({ state: 'unknown' })
  expect(taken).toHaveLength(1)
  expect(runs).toHaveLength(1)
  expect(await look()).toMatchObject({ state: 'unknown', lastError: 'ECONNECTION' })
})

test('if a worker dies between the server’s answer and its record, nothing is sent twice', async () => {
  const { taken, runs, run, look } = givenJob('dies')
  await expect(run()).rejects.toThrow('killed')
  expect(await look()).toMatchObject({ state: 'sending', settledAt: null })
  expect(await run()).toEqual({ kind: 'sendVerification', state: 'unknown' })
  expect(await run()).toMatchObject({ state: 'unknown' })
  expect(taken).toHaveLength(1)
  expect(runs).toHaveLength(1)
})

const warning: OutgoingMail = { ...letter, kind: 'sendEmailChangeNotice', subject: 'Your address changes' }

test.each([
  ['the worker dies with it', 'dies'],
  ['the connection breaks after it', noAnswer],
] as const)('a security mail is sent again with the same id if %s', async (_, doubt) => {
  const { taken, run, look } = givenJob(doubt, greylisted)
  await expect(run(warning)).rejects.toThrow()
  await expect(run(warning)).rejects.toThrow('RCPT TO 451')
  expect(await run(warning)).toMatchObject({ state: 'sent' })
  expect(await run(warning)).toMatchObject({ state: 'sent' })
  expect(taken).toHaveLength(3)
  expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(1)
  expect(await look()).toMatchObject({ state: 'sent', attempts: 3 })
})

test('a server that always breaks the connection gets a security mail five times', async () => {
  const { taken, run, look } = givenJob(...Array(9).fill(noAnswer))
  for (let turn = 0; turn < 9; turn++) await run(warning).catch(() => {})
  expect(taken).toHaveLength(5)
  expect(await look()).toMatchObject({ state: 'unknown', attempts: 5 })
})

test.each([
  ['accepted', accepted, { state: 'sent', lastError: null }],
  ['refused', noSuchUser, { state: 'refused', lastError: 'RCPT TO 550' }],
  ['refused for now', greylisted, { state: 'refused', lastError: 'RCPT TO 451' }],
  ['unknown', noAnswer, { state: 'unknown', lastError: 'ECONNECTION' }],
])('a worker that was only slow still records that the mail was %s', async (_what, outcome, settled) => {
  const jobId = randomUUID()
  let taken = 0
  const run = () =>
    mailOnce(
      { db, transport: { domain: 'chuma.test', send } },
      { id: jobId, isRetry: taken > 0 },
      (deliver) => deliver(letter),
    )
  const send = async () => {
    taken += 1
    expect(await run(), 'a second worker gives the first up for dead').toMatchObject({ state: 'unknown' })
    return outcome
  }
  await Promise.allSettled([run()])
  expect(taken).toBe(1)
  const row = db.selectFrom('mailDelivery').select(['state', 'lastError']).where('jobId', '=', jobId)
  expect(await row.executeTakeFirst()).toEqual(settled)
})

test('of many concurrent workers with the same job one sends the mail', async () => {
  const { taken, run, look } = givenJob()
  const outcomes = await startBehind(
    db,
    // All of them have found nothing and wait to begin.
    (holder) => sql`lock table mail_delivery in share mode`.execute(holder),
    () => Array.from({ length: 5 }, () => run()),
  )
  expect(taken).toHaveLength(1)
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
  expect(refused).toEqual(Array(4).fill(expect.stringContaining('another worker')))
  expect(await look()).toMatchObject({ state: 'sent', attempts: 1 })
})

test('of many concurrent workers that retry a refused mail one sends it', async () => {
  const { jobId, taken, run, look } = givenJob(greylisted)
  await expect(run()).rejects.toThrow('RCPT TO 451')
  await startBehind(db, lockRows('mailDelivery', { jobId }), () => Array.from({ length: 5 }, () => run()))
  expect(taken).toHaveLength(2)
  expect(await look()).toMatchObject({ state: 'sent', attempts: 2 })
})

test('a worker that is refused while another retries leaves the mail to the other', async () => {
  const { jobId, taken, run, look } = givenJob()
  let refuse = (_: MailOutcome) => {}
  const refusal = new Promise<MailOutcome>((resolve) => {
    refuse = resolve
  })
  const transport = { domain: 'chuma.test', send: () => refusal }
  const slow = mailOnce({ db, transport }, { id: jobId, isRetry: false }, (deliver) => deliver(letter))
  while (
    !(await db.selectFrom('mailDelivery').select('state').where('jobId', '=', jobId).executeTakeFirst())
  ) {
    await sleep(5)
  }
  const { results } = await db.transaction().execute(async (holder) => {
    await sql`select from mail_delivery where job_id = ${jobId} for update`.execute(holder)
    refuse(greylisted)
    while ((await countWaitingOnLock(db)) < 1) await sleep(5)
    const other = run()
    while ((await countWaitingOnLock(db)) < 2) await sleep(5)
    return { results: Promise.allSettled([slow, other]) }
  })
  expect(await results).toMatchObject([
    { status: 'rejected', reason: { message: expect.stringContaining('RCPT TO 451') } },
    { status: 'fulfilled', value: { state: 'sent' } },
  ])
  expect(taken).toHaveLength(1)
  expect(await look()).toMatchObject({ state: 'sent', attempts: 2 })
})

test('a job that fails before it mails runs again from the start', async () => {
  const { jobId, taken, run } = givenJob()
  const transport = { domain: 'chuma.test', send: async () => accepted }
  const broken = mailOnce({ db, transport }, { id: jobId, isRetry: false }, () =>
    Promise.reject(new Error('no template')),
  )
  await expect(broken).rejects.toThrow('no template')
  expect(await run()).toMatchObject({ state: 'sent' })
  expect(taken).toHaveLength(1)
})

test('a job that mails nothing records nothing', async () => {
  const transport = { domain: 'chuma.test', send: async () => accepted }
  expect(await mailOnce({ db, transport }, { id: randomUUID(), isRetry: false }, async () => {})).toBeNull()
})

test('a second mail in one job is an error, and not skipped silently', async () => {
  const jobId = randomUUID()
  const transport = { domain: 'chuma.test', send: async () => accepted }
  const both = mailOnce({ db, transport }, { id: jobId, isRetry: false }, async (deliver) => {
    await deliver(letter)
    await deliver({ ...letter, to: 'ben@example.com' })
  })
  await expect(both).rejects.toThrow('needs another job')
})

const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })
const memberId = randomUUID()
const email = 'gone@example.com'
const moved = { memberId, email, newEmail: 'new@example.com' }

const jobs: [name: string, job: (deps: Deps) => Promise<unknown>][] = [
  ['a changed password', (deps) => sendPasswordChanged(deps, { memberId, email })],
  ['a requested change of address', (deps) => sendEmailChangeNotice(deps, moved)],
  ['a changed address', (deps) => sendEmailChanged(deps, moved)],
  ['a pause', (deps) => sendPauseNews(deps, { memberId, pauseId: randomUUID(), email, news: 'paused' })],
  ['a decided proof', (deps) => sendProofDecided(deps, { memberId, proofId: randomUUID() })],
  ['a decided claim', (deps) => sendClaimDecided(deps, { memberId, clickId: randomUUID() })],
  ['premium that began', (deps) => sendPremiumStarted(deps, { memberId, email })],
  ['premium that ends', (deps) => sendPremiumEnding(deps, { memberId, email })],
]

test.each(jobs)(
  'the mail about %s is not sent once its reader is gone, and its job is done',
  async (_, job) => {
    await job(deps)
    expect(sent).toEqual([])
  },
)

test('a claim that is still open mails no decision', async () => {
  const { member } = await givenClick(deps)
  const [click] = await listMyClicks(deps, member)
  const clickId = click?.id ?? ''
  await openClaim(deps, member, { clickId, note: '' })
  await sendClaimDecided(deps, { memberId: member.memberId, clickId })
  expect(sent).toEqual([])
})

async function lock(trx: Trx, jobId: string) {
  const mail = await lockMail(trx, jobId)
  if (!mail) throw new Error('no mail')
  return mail
}

testEveryStep(db, mailMachine, {
  given: () => givenMail(db, { kind: 'sendPasswordReset', outcome: null }),
  put: (trx, jobId, to) => {
    const { state, isSettled } = mailColumns[to]
    return sql`
      update mail_delivery set state = ${state}, settled_at = case when ${isSettled} then now() end, last_error = 'x'
      where job_id = ${jobId} and state <> ${state}
    `.execute(trx)
  },
  lock,
  move: (trx, mail, step) => moveMail(trx, mail, { ...step, lastError: 'RCPT TO 550' }),
  look: async (trx, jobId) => {
    const row = await lock(trx, jobId)
    return { state: stateOf(row), did: [], row }
  },
})

test('a mail that was finally refused after it was read is not sent again', async () => {
  const jobId = await givenMail(db, { outcome: { outcome: 'refused', isFinal: false, reason: '451' } })
  const again = db.transaction().execute(async (trx) => {
    const mail = await lock(trx, jobId)
    await sql`update mail_delivery set settled_at = now() where job_id = ${jobId}`.execute(trx)
    await moveMail(trx, mail, { to: 'sending', by: 'worker' })
  })
  await expect(again).rejects.toThrow('no step from refused to sending')
})
