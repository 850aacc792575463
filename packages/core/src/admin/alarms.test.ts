import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { givenTaxedOn } from '../books/testing.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  givenSent,
} from '../payouts/testing.ts'
import { createTestDeps, openTestDb, readRow } from '../testing.ts'
import { acknowledgeAlarm, watchAlarms } from './alarms.ts'
import { givenStaff } from './testing.ts'
import { listWaiting } from './today.ts'

const { db } = await openTestDb({ max: 3, isDamaged: true })
beforeEach(() => forgetWork(db))
const { provider } = createScriptedProvider()
const deps = createPayoutDeps(db, provider)

const listOpen = async () =>
  (await db.selectFrom('alarm').select('cause').where('clearedAt', 'is', null).execute()).map(
    ({ cause }) => cause,
  )

/** The mails about alarms that wait. */
async function listNews() {
  const { rows } = await sql<{ action: string; subject: string }>`
    select data ->> 'action' as action, data ->> 'subject' as subject from pgboss.job where name = 'send-company-changed'
  `.execute(db)
  return rows.map(({ action, subject }) => [action, subject.split(' ')[0]])
}

const findSwitch = () => db.selectFrom('automaticPayoutSwitch').selectAll().executeTakeFirst()

const isStopped = async () =>
  (await db.selectFrom('payoutQueue').select('isStopped').execute()).some((queue) => queue.isStopped)

async function givenDifference(kind: 'unresolved' | 'paid-twice', day = '2025-02-01') {
  await sql`insert into reconciliation_run (day, made_by, paid_count, paid_points, gross_kes, tax_kes, sent_kes, posted_points,
      withheld_kes, has_statement, expected_kes, provider_count, provider_kes)
    values (${day}, 'system', 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0) on conflict do nothing`.execute(db)
  await sql`insert into reconciliation_difference (day, kind, subject_key)
    values (${day}, ${kind}, ${kind})`.execute(db)
}

const resolveAll = () =>
  sql`update reconciliation_difference set resolution = 'Known', resolved_by = 'staff:amina', resolved_at = now()
    where resolved_at is null`.execute(db)

test('mails that do not go out raise an alarm that staff see without a mail', async () => {
  await sql`insert into mail_delivery (job_id, kind, recipient, subject, message_id, state, last_error, created_at)
    values (gen_random_uuid(), 'sendEmailChanged', 'a@example.com', 'x', '<x>', 'refused', 'ECONNREFUSED', now() - interval '31 minutes')`.execute(
    db,
  )
  expect(await watchAlarms(deps)).toEqual([{ cause: 'mails-waiting', figures: { count: 1 } }])
  // A full mailbox is no trouble of ours.
  await sql`update mail_delivery set last_error = 'EENVELOPE RCPT TO 452: full'
    where message_id = '<x>'`.execute(db)
  await watchAlarms(deps)
  expect(await listOpen()).not.toContain('mails-waiting')
  await sql`update mail_delivery set last_error = 'ECONNREFUSED' where message_id = '<x>'`.execute(db)
  await watchAlarms(deps)
  const kinds = (await listWaiting(deps, (await givenStaff(createTestDeps(db))).caller)).map(
    ({ kind }) => kind,
  )
  expect(kinds).toContain('mails-waiting')
  await sql`update mail_delivery set state = 'sending' where message_id = '<x>'`.execute(db)
  await watchAlarms(deps)
  expect(await listOpen()).not.toContain('mails-waiting')
})

test('a difference raises one alarm, is mailed once, and is cleared with a mail', async () => {
  expect(await watchAlarms(deps)).toEqual([])
  await givenDifference('unresolved')
  expect(await watchAlarms(deps)).toEqual([
    { cause: 'books-differ', figures: { count: 1, day: '2025-02-01' } },
  ])
  expect(await watchAlarms(deps)).toEqual([])
  expect(await listNews()).toEqual([['alarm.raised', 'books-differ']])
  expect(await isStopped()).toBe(false)
  await resolveAll()
  await watchAlarms(deps)
  expect(await listOpen()).toEqual([])
  expect(await listNews()).toEqual([
    ['alarm.raised', 'books-differ'],
    ['alarm.cleared', 'books-differ'],
  ])
})

test('a difference in which money is gone stops payouts, once', async () => {
  await givenDifference('paid-twice')
  await watchAlarms(deps)
  expect(await listOpen()).toEqual(['money-differs'])
  expect(await isStopped()).toBe(true)
  expect(await findSwitch()).toMatchObject({ isTripped: true, cause: 'books' })
  await sql`update payout_queue set is_stopped = false, reason = null, code = null, since = null, stopped_by = null`.execute(
    db,
  )
  await watchAlarms(deps)
  expect(await isStopped()).toBe(false)
  await resolveAll()
  await watchAlarms(deps)
})

test('overdue tax raises an alarm until it is remitted', async () => {
  await givenTaxedOn(db, '2025-01-10')
  await watchAlarms(deps)
  expect(await listOpen()).toContain('tax-overdue')
})

test('callbacks that nobody reads raise an alarm', async () => {
  await sql`insert into payout_callback (callback_id, kind, token_hash, body, body_hash)
    values ('00000000-0000-4000-8000-00000000000a', 'balance', 'x', '', sha256(''))`.execute(db)
  await sql`insert into payout_callback_outcome (callback_id, due_at)
    values ('00000000-0000-4000-8000-00000000000a', now() - interval '20 minutes')`.execute(db)
  await watchAlarms(deps)
  expect(await listOpen()).toContain('callbacks-waiting')
  await sql`update payout_callback_outcome set outcome = 'balance', processed_at = now()`.execute(db)
  await watchAlarms(deps)
  expect(await listOpen()).not.toContain('callbacks-waiting')
})

test('a float that will be gone before banks open raises one alarm a day', async () => {
  const { name } = provider
  const setFloat = (kes: number, asked = sql`now()`) =>
    sql`insert into payout_float (provider, available_kes, asked_at) values (${name}, ${kes}, ${asked})
      on conflict (provider) do update set available_kes = excluded.available_kes, asked_at = excluded.asked_at`.execute(
      db,
    )
  await givenSent(db)
  // KES 2,000 a day: enough for ten days, whatever the day.
  await setFloat(20_000)
  await watchAlarms(deps)
  expect(await listOpen()).not.toContain('float-short')
  // Enough for a quarter of an hour.
  await setFloat(20)
  expect(await watchAlarms(deps)).toContainEqual({
    cause: 'float-short',
    figures: { floats: [{ provider: name, kes: 20, hours: 0.2 }], hours: expect.any(Number) },
  })
  expect(await watchAlarms(deps)).toEqual([])
  const told = async () => (await listNews()).filter(([, subject]) => subject === 'float-short')
  expect(await told()).toEqual([['alarm.raised', 'float-short']])
  await setFloat(20_000)
  await watchAlarms(deps)
  await setFloat(20)
  await watchAlarms(deps)
  expect(await told()).toEqual([
    ['alarm.raised', 'float-short'],
    ['alarm.cleared', 'float-short'],
  ])
  await sql`update alarm set raised_at = raised_at - interval '1 day', cleared_at = cleared_at - interval '1 day'
    where cause = 'float-short'`.execute(db)
  // A balance that is a day old says nothing.
  await setFloat(20, sql`now() - interval '25 hours'`)
  expect((await watchAlarms(deps)).map(({ cause }) => cause)).not.toContain('float-short')
  await setFloat(20)
  expect((await watchAlarms(deps)).map(({ cause }) => cause)).toContain('float-short')
})

test('payments without a night of reconciliation or a statement raise alarms', async () => {
  await sql`insert into reconciliation_run (day, made_by, paid_count, paid_points, gross_kes, tax_kes, sent_kes, posted_points,
      withheld_kes, has_statement, expected_kes, provider_count, provider_kes)
    values (business_day(now()) - 1, 'system', 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0)`.execute(db)
  await watchAlarms(deps)
  expect(await listOpen()).not.toContain('night-missed')
  await sql`delete from reconciliation_run where day = business_day(now()) - 1`.execute(db)
  await watchAlarms(deps)
  expect(await listOpen()).toContain('night-missed')
})

test('an alarm is acknowledged once, with a trace, and stays open', async () => {
  const { alarmId: id } = await readRow(db, 'alarm', ['alarmId'], { cause: 'night-missed', clearedAt: null })
  const [first] = (await acknowledgeAlarm(deps, finance, { id })).filter((alarm) => alarm.id === id)
  expect(first).toMatchObject({ acknowledgedBy: finance.name, clearedAt: null })
  await expect(acknowledgeAlarm(deps, finance, { id })).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
})
