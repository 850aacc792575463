import { listTaxMonths } from '@chuma/db/queries/books/tax'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Payment } from '../../payouts/attempts/payouts.ts'
import {
  approve,
  ask,
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  forgetWork,
  givenWithdrawal,
  newReceipt,
  paidResult,
  pay,
  reject,
  runJobs,
  theOnly,
} from '../../payouts/testing.ts'
import { createMailCapture, givenMember, readRow, readRows } from '../../testing.ts'
import { givenTaxedOn, givenTaxRate, tamper } from '../testing.ts'

const { db, close } = await createTestDb({ max: 4 })
afterAll(close)
beforeEach(async () => {
  await forgetWork(db)
  await givenTaxRate(db, 5)
})

function open() {
  const { provider, sends } = createScriptedProvider()
  const { mail, sent } = createMailCapture()
  return { deps: createPayoutDeps(db, provider, { mail }), sends, sent }
}

type Opened = ReturnType<typeof open>

async function givenAsked({ deps }: Opened, points = 2, member?: Awaited<ReturnType<typeof givenMember>>) {
  const payee = member ?? (await givenMember(db, { points: 10 }))
  const asked = await ask(deps, payee, { points })
  return { memberId: payee.memberId, id: asked.id, asked }
}

/** As if it had been requested, and its tax calculated, the day before. */
const ageTax = (id: string) => tamper(db, sql`update tax_part set day = day - 1 where withdrawal_id = ${id}`)

const read = (id: string) =>
  readRow(db, 'withdrawal', ['taxPercent', 'taxKes', 'payoutKes', 'status'], { withdrawalId: id })

const partsOf = (id: string) =>
  db
    .selectFrom('taxPart')
    .select(['earnings', 'points', 'percent', 'taxKes'])
    .where('withdrawalId', '=', id)
    .orderBy('day')
    .orderBy('earnings')
    .execute()

let keys = 0
const post = (memberId: string, kind: 'spin' | 'survey', points: number) =>
  sql`select book_posting(${memberId}, ${kind}, ${points}, 0, 'rewards', ${`${kind}:${keys++}`}, 'Points', null, null, 'system')`.execute(
    db,
  )

/** What the provider says about a payment that it made as ordered. */
const paidAs = ({ payment, receipt = newReceipt() }: { payment: Payment; receipt?: string }) => ({
  ...paidResult(payment, receipt),
  amountKes: payment.amountKes,
  msisdn: payment.msisdn,
})

const listBooked = (memberId: string) =>
  readRows(db, 'withholding', ['withdrawalId', 'day', 'baseKes', 'percent', 'taxKes'], { memberId })

test('a rate that begins between request and payment is the one of the payment, and the member is told', async () => {
  const opened = open()
  const { id, memberId } = await givenAsked(opened)
  expect(await read(id)).toMatchObject({ taxKes: 100, payoutKes: 1900 })
  await ageTax(id)
  await givenTaxRate(db, 20)
  await approve(opened.deps, { id })
  await runJobs(opened.deps)
  const payment = theOnly(opened.sends)
  expect(payment.amountKes).toBe(1600)
  expect(opened.sent.filter(({ kind }) => kind === 'sendTaxChanged')).toMatchObject([
    { mail: { amountKes: 2000, announcedKes: 100, taxKes: 400 } },
  ])
  await callBack(opened.deps, payment.resultUrl, paidAs({ payment }))
  await runJobs(opened.deps)
  expect(await listBooked(memberId)).toMatchObject([{ baseKes: 2000, percent: 20, taxKes: 400 }])
})

test('a rate that begins after the approval still counts, and a lower one needs no mail', async () => {
  const opened = open()
  const { id } = await givenAsked(opened)
  await approve(opened.deps, { id })
  await ageTax(id)
  await givenTaxRate(db, 0)
  await runJobs(opened.deps)
  expect(theOnly(opened.sends).amountKes).toBe(2000)
  expect(opened.sent.map(({ kind }) => kind)).not.toContain('sendTaxChanged')
  expect(await read(id)).toMatchObject({ taxPercent: 0, taxKes: 0 })
})

test('points leave in the order in which they were earned, each at the rate of its kind', async () => {
  const opened = open()
  const member = await givenMember(db, { points: 0 })
  await post(member.memberId, 'spin', 2)
  await post(member.memberId, 'survey', 3)
  await post(member.memberId, 'spin', 5)
  await givenTaxRate(db, 20, { earnings: ['prize'] })
  const first = await givenAsked(opened, 4, member)
  expect(await partsOf(first.id)).toEqual([
    { earnings: 'prize', points: 2, percent: 20, taxKes: 400 },
    { earnings: 'research', points: 2, percent: 5, taxKes: 100 },
  ])
  expect(first.asked).toMatchObject({ taxPercent: 12.5, taxKes: 500, payoutKes: 3500 })
  const second = await givenAsked(opened, 5, member)
  expect(await partsOf(second.id)).toEqual([
    { earnings: 'prize', points: 4, percent: 20, taxKes: 800 },
    { earnings: 'research', points: 1, percent: 5, taxKes: 50 },
  ])
})

test('points that no reward brought are other earnings, and a rejected withdrawal took nothing', async () => {
  const opened = open()
  const member = await givenMember(db, { points: 3 })
  await post(member.memberId, 'spin', 3)
  await givenTaxRate(db, 10, { earnings: ['prize'] })
  await givenTaxRate(db, 2, { earnings: ['other'] })
  const first = await givenAsked(opened, 4, member)
  const expected = [
    { earnings: 'other', points: 3, percent: 2, taxKes: 60 },
    { earnings: 'prize', points: 1, percent: 10, taxKes: 100 },
  ]
  expect(await partsOf(first.id)).toEqual(expected)
  await reject(opened.deps, first)
  expect(await partsOf((await givenAsked(opened, 4, member)).id)).toEqual(expected)
})

test('a non-resident pays the rate of non-residents', async () => {
  const opened = open()
  const member = await givenMember(db, { points: 10 })
  await db.insertInto('memberTax').values({ memberId: member.memberId, residence: 'non-resident' }).execute()
  await givenTaxRate(db, 20, { residence: 'non-resident' })
  expect((await givenAsked(opened, 2, member)).asked).toMatchObject({ taxPercent: 20, taxKes: 400 })
})

test('the database refuses tax that today’s classes do not make, and a change of tax once money may have left', async () => {
  const opened = open()
  const { id, memberId } = await givenAsked(opened)
  await expect(
    sql`insert into tax_part (member_id, withdrawal_id, day, earnings, residence, points, percent, tax_kes)
      values (${memberId}, ${id}, business_day(now()), 'other', 'resident', 2, 1, 20)`.execute(db),
  ).rejects.toThrow('this tax is not that of today')
  const cheat = sql`update withdrawal set tax_percent = 0, tax_kes = 0 where withdrawal_id = ${id}`
  await expect(cheat.execute(db)).rejects.toThrow('what was requested cannot be changed')
  await approve(opened.deps, { id })
  await runJobs(opened.deps)
  await givenTaxRate(db, 0)
  await ageTax(id)
  await expect(cheat.execute(db)).rejects.toThrow('what was requested cannot be changed')
  const early = sql`insert into tax_class (earnings, residence, payee, percent, valid_from, reason, decided_by)
    values ('prize', 'resident', 'member', 1, business_day(now()), 'Test', 'staff:amina')`
  await expect(early.execute(db)).rejects.toThrow('a tax class begins after today')
})

test('tax is booked with the payment, and member and ledger show all three amounts', async () => {
  const { deps, sends, sent } = open()
  const { id, memberId } = await givenAsked({ deps, sends, sent })
  await approve(deps, { id })
  await runJobs(deps)
  const payment = theOnly(sends)
  expect(payment.amountKes).toBe(1900)
  expect(await listBooked(memberId)).toEqual([])
  const receipt = newReceipt()
  await callBack(deps, payment.resultUrl, paidAs({ payment, receipt }))
  await runJobs(deps)
  const { rows } = await sql<{ day: string }>`select business_day(now()) as day`.execute(db)
  expect(await listBooked(memberId)).toEqual([
    { withdrawalId: id, day: rows[0]?.day, baseKes: 2000, percent: 5, taxKes: 100 },
  ])
  const { description } = await readRow(db, 'posting', ['description'], { memberId, kind: 'payout' })
  expect(description).toBe('Withdrawal of KES 2,000 paid: KES 100 tax withheld, KES 1,900 sent')
  const mail = { amountKes: 2000, taxKes: 100, receipt }
  expect(sent.at(-1)).toMatchObject({ kind: 'sendWithdrawalPaid', mail })
})

test('untaxed and rejected withdrawals book no tax', async () => {
  const { deps, sends, sent } = open()
  const { id, memberId } = await givenAsked({ deps, sends, sent })
  await approve(deps, { id })
  await runJobs(deps)
  const payment = theOnly(sends)
  await callBack(deps, payment.resultUrl, failedResult(payment, 'member'))
  await runJobs(deps)
  expect(await read(id)).toMatchObject({ status: 'rejected' })
  expect(await listBooked(memberId)).toEqual([])
  await givenTaxRate(db, 0)
  const byHand = createPayoutDeps(db, null)
  const plain = await givenWithdrawal(db)
  await approve(byHand, plain)
  await pay(byHand, plain)
  expect(await listBooked(plain.memberId)).toEqual([])
})

test('booked tax is owed by month', async () => {
  const day = '2025-02-28'
  const closed = await createTestDb({ isDamaged: true })
  try {
    await givenTaxedOn(closed.db, day)
    await givenTaxedOn(closed.db, '2025-03-01')
    await givenTaxedOn(closed.db, '2025-03-31')
    expect(await listTaxMonths(closed.db)).toEqual([
      { month: '2025-03', count: 2, baseKes: 4000, taxKes: 200 },
      { month: '2025-02', count: 1, baseKes: 2000, taxKes: 100 },
    ])
  } finally {
    await closed.close()
  }
})

test('the database refuses to change booked tax, and to book any that was not agreed and paid', async () => {
  const { id, memberId } = await givenWithdrawal(db)
  const insert = sql`insert into withholding (member_id, withdrawal_id, day, base_kes, percent, tax_kes)
    values (${memberId}, ${id}, business_day(now()), 2000, 5, 100)`
  await expect(insert.execute(db)).rejects.toThrow('no withdrawal was paid less this tax')
  for (const change of [
    sql`update withholding set tax_kes = 1`,
    sql`delete from withholding`,
    sql`truncate withholding`,
  ]) {
    await expect(change.execute(db)).rejects.toThrow()
  }
})
