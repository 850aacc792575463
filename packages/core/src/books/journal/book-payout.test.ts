import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { late, openDesk, returned, twice } from '../../payouts/corrections/testing.ts'
import { failedResult, givenSent, newReceipt, paidResult, reject } from '../../payouts/testing.ts'
import { createTestDeps } from '../../testing.ts'
import { givenTaxedOn, newDay } from '../testing.ts'
import { keepPoints } from './keep-points.ts'
import { readWithdrawal } from './testing.ts'
import { verifyJournal } from './verify-journal.ts'

const { db, close } = await createTestDb({ isDamaged: true })
afterAll(close)
beforeAll(() => keepPoints(createTestDeps(db)))
afterEach(async () => expect(await verifyJournal(db, { isFull: true })).toEqual([]))

const requested = ['debit members-points KES 2000', 'credit points-held KES 2000']

test('a payout goes from held to in flight to paid', async () => {
  const { id, say, payment } = await givenSent(db)
  const sent = ['debit points-held KES 2000', 'credit payouts-in-flight KES 2000']
  expect(await readWithdrawal(db, id)).toEqual({ 'withdrawal-requested': requested, 'payout-sent': sent })
  await say(paidResult(payment, newReceipt()))
  await say(paidResult(payment, newReceipt()))
  expect(await readWithdrawal(db, id)).toEqual({
    'withdrawal-requested': requested,
    'payout-sent': sent,
    'payout-paid': ['debit payouts-in-flight KES 2000', 'credit float-mpesa KES 2000'],
  })
})

test('a payout that failed gives the points back', async () => {
  const { id, say, payment } = await givenSent(db)
  await say(failedResult(payment, 'member'))
  expect(await readWithdrawal(db, id)).toMatchObject({
    'payout-failed': ['debit payouts-in-flight KES 2000', 'credit members-points KES 2000'],
  })
})

test('a rejected withdrawal gives the points back, and a late payment takes them again', async () => {
  const desk = await openDesk(db)
  const { id } = await desk.givenOwn()
  await desk.decide(id, 'rejected', 'The number is not yours')
  await desk.correct(late(id, newReceipt()))
  expect(await readWithdrawal(db, id)).toEqual({
    'withdrawal-requested': requested,
    'withdrawal-rejected': ['debit points-held KES 2000', 'credit members-points KES 2000'],
    'payout-late': ['debit members-points KES 2000', 'credit float-mpesa KES 2000'],
  })
})

test('a returned payment is back where it left from, and its points are the member’s or the house’s', async () => {
  const desk = await openDesk(db)
  const [theirs, ours] = [await desk.givenPaid(), await desk.givenPaid()]
  await desk.correct(returned(theirs.id))
  await desk.correct(returned(ours.id, { isMembers: false }))
  expect(await readWithdrawal(db, theirs.id)).toMatchObject({
    'payout-returned': ['debit cash-clearing KES 2000', 'credit members-points KES 2000'],
  })
  expect(await readWithdrawal(db, ours.id)).toMatchObject({
    'payout-returned': ['debit cash-clearing KES 2000', 'credit breakage KES 2000'],
  })
})

test('a second payment is the member’s debt or a loss', async () => {
  const desk = await openDesk(db)
  const [theirs, ours] = [await desk.givenPaid(), await desk.givenPaid()]
  await desk.correct(twice(theirs.id, newReceipt()))
  await desk.correct(twice(ours.id, newReceipt(), { isMembers: false }))
  expect(await readWithdrawal(db, theirs.id)).toMatchObject({
    'payout-duplicate': ['debit members-points KES 2000', 'credit cash-clearing KES 2000'],
  })
  expect(await readWithdrawal(db, ours.id)).toMatchObject({
    'payout-duplicate': ['debit write-offs KES 2000', 'credit cash-clearing KES 2000'],
  })
})

test('a decision that comes twice at once is booked once', async () => {
  const desk = await openDesk(db)
  const { id } = await desk.givenOwn()
  await Promise.allSettled([1, 2, 3].map(() => reject(desk.deps, { id })))
  const entries = await db.selectFrom('journalEntry').select('kind').where('withdrawalId', '=', id).execute()
  expect(entries.map(({ kind }) => kind).sort()).toEqual(['withdrawal-rejected', 'withdrawal-requested'])
})

// The rate stays: after what is paid without tax.
test('tax is owed from the payment on', async () => {
  const { id } = await givenTaxedOn(db, newDay())
  expect(await readWithdrawal(db, id)).toMatchObject({
    'payout-paid': [
      'debit points-held KES 2000',
      'credit float-mpesa KES 1900',
      'credit tax-payable KES 100',
    ],
  })
})

test('a payout that is not booked is found', async () => {
  const desk = await openDesk(db)
  const { id } = await desk.givenOwn()
  await sql`alter table journal_entry disable trigger journal_entry_booked`.execute(db)
  await desk.decide(id, 'rejected', 'No')
  await sql`alter table journal_entry enable trigger journal_entry_booked`.execute(db)
  const found = await verifyJournal(db, { isFull: true })
  expect(found.map(({ problem }) => problem.replace(/-?\d+/g, 'n'))).toEqual([
    'the journal says n points of members, the ledger n',
    'the journal says n cents held for withdrawals, the ledger n',
    expect.stringMatching(/^the journal entry withdrawal-rejected:.* is not what was written$/),
  ])
  await sql`alter table journal_entry disable trigger user`.execute(db)
  await sql`delete from journal_entry where withdrawal_id = ${id} and kind = 'withdrawal-rejected'`.execute(
    db,
  )
  await sql`alter table journal_entry enable trigger user`.execute(db)
  await sql`select set_config('chuma.journal', 'open', false)`.execute(db)
  await sql`insert into journal_entry (source_key, kind, description, lines) values ('mended', 'opening', 'x', ${JSON.stringify(
    [
      { account: 'points-held', currency: 'KES', minor: 200_000 },
      { account: 'members-points', currency: 'KES', minor: -200_000, points: 2 },
    ],
  )}::jsonb)`.execute(db)
})
