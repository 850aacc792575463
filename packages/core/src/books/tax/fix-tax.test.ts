import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import {
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  newReceipt,
  paidResult,
  runJobs,
} from '../../payouts/testing.ts'
import { theOnly } from '../../payouts/the-only.testing.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { createMailCapture, givenMember, readRow } from '../../testing.ts'
import { postPoints } from '../../wallet/ledger.ts'
import { givenTaxRate, tamper } from '../testing.ts'

const { db, close } = await createTestDb({ max: 4 })
afterAll(close)
beforeEach(async () => {
  await forgetWork(db)
  await givenTaxRate(db, 5)
})

let numbers = 0

function open() {
  const { provider, sends } = createScriptedProvider()
  const { mail, sent } = createMailCapture()
  return { deps: createPayoutDeps(db, provider, { mail }), sends, sent }
}

type Opened = ReturnType<typeof open>

async function givenAsked({ deps }: Opened, points = 2, member?: Awaited<ReturnType<typeof givenMember>>) {
  const payee = member ?? (await givenMember(db, { points: 10 }))
  const { memberId } = payee
  const asked = await requestWithdrawal(deps, payee, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: points,
    mpesaNumber: `2547${String(31_000_000 + numbers++)}`,
    idempotencyKey: undefined,
  })
  return { memberId, id: asked.id, asked }
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

const post = (memberId: string, kind: 'spin' | 'survey', points: number) =>
  db.transaction().execute((trx) =>
    postPoints(trx, {
      memberId,
      kind,
      availableDelta: points,
      heldDelta: 0,
      houseAccount: 'rewards',
      sourceKey: `${kind}:${memberId}:${numbers++}`,
      description: kind,
      actor: 'system',
    }),
  )

test('a rate that begins between request and payment is the one of the payment, and the member is told', async () => {
  const opened = open()
  const { id, memberId } = await givenAsked(opened)
  expect(await read(id)).toMatchObject({ taxKes: 100, payoutKes: 1900 })
  await ageTax(id)
  await givenTaxRate(db, 20)
  await decideWithdrawal(opened.deps, finance, { id, status: 'approved', adminNotes: '' })
  await runJobs(opened.deps)
  const payment = theOnly(opened.sends)
  expect(payment.amountKes).toBe(1600)
  expect(opened.sent.filter(({ kind }) => kind === 'sendTaxChanged')).toMatchObject([
    { mail: { amountKes: 2000, announcedKes: 100, taxKes: 400 } },
  ])
  await callBack(opened.deps, payment.resultUrl, {
    ...paidResult(payment, newReceipt()),
    amountKes: 1600,
    msisdn: payment.msisdn,
  })
  await runJobs(opened.deps)
  const booked = await db.selectFrom('withholding').selectAll().where('memberId', '=', memberId).execute()
  expect(booked).toMatchObject([{ baseKes: 2000, percent: 20, taxKes: 400 }])
})

test('a rate that begins after the approval still counts, and a lower one needs no mail', async () => {
  const opened = open()
  const { id } = await givenAsked(opened)
  await decideWithdrawal(opened.deps, finance, { id, status: 'approved', adminNotes: '' })
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
  await decideWithdrawal(opened.deps, finance, { id: first.id, status: 'rejected', adminNotes: 'Wrong.' })
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
  await decideWithdrawal(opened.deps, finance, { id, status: 'approved', adminNotes: '' })
  await runJobs(opened.deps)
  await givenTaxRate(db, 0)
  await ageTax(id)
  await expect(cheat.execute(db)).rejects.toThrow('what was requested cannot be changed')
  const early = sql`insert into tax_class (earnings, residence, payee, percent, valid_from, reason, decided_by)
    values ('prize', 'resident', 'member', 1, business_day(now()), 'Test', 'staff:amina')`
  await expect(early.execute(db)).rejects.toThrow('a tax class begins after today')
})
