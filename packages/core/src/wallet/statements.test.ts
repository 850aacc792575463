import type { Answer } from '@chuma/contract/fields'
import { problem } from '@chuma/contract/problems'
import type { statement } from '@chuma/contract/wallet/statements'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { createTestDb } from '@chuma/db/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenTaxedOn, tamper } from '../books/testing.ts'
import { ask } from '../payouts/testing.ts'
import { codeOf, createTestDeps, givenMember, readRow } from '../testing.ts'
import { exportStatement, getStatement } from './statements.ts'

type Statement = Answer<typeof statement>
const { db, close } = await createTestDb({ max: 6, isDamaged: true })
afterAll(close)
const deps = createTestDeps(db)
const MONTHS = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'] as const
type Movement = { available: number; at: Date; name: string }

/** A member who joined in November 2025, with these postings at these times. */
async function givenHistory(movements: readonly Movement[]) {
  const member = await givenMember(db)
  const { memberId } = member
  await db.transaction().execute(async (trx) => {
    for (const [index, { available, name }] of movements.entries()) {
      await insertPosting(trx, {
        memberId,
        kind: available > 0 ? 'survey' : 'adjustment',
        availableDelta: available,
        heldDelta: 0,
        houseAccount: available > 0 ? 'rewards' : 'adjustments',
        sourceKey: `test:${index}`,
        description: name,
        actor: 'system',
      })
    }
  })
  await tamper(
    db,
    sql`update member set created_at = '2025-11-02T09:00:00Z' where member_id = ${memberId}`,
    ...movements.map(
      ({ at }, index) =>
        sql`update posting set created_at = ${at} where member_id = ${memberId} and source_key = ${`test:${index}`}`,
    ),
  )
  return member
}

const get = (member: Awaited<ReturnType<typeof givenMember>>, month?: string) =>
  getStatement(deps, member, { month })

type Member = Awaited<ReturnType<typeof givenMember>>

const rowsOf = async (member: Member, month: string) =>
  (await exportStatement(deps, member, { month })).trim().split('\r\n').slice(1)

const moments = fc.date({
  min: new Date('2025-11-03T00:00:00Z'),
  max: new Date('2026-03-31T20:59:59Z'),
  noInvalidDate: true,
})

const histories = fc
  .array(fc.record({ at: moments, gain: fc.integer({ min: 1, max: 500 }), isLoss: fc.boolean() }), {
    maxLength: 25,
  })
  .map((drawn) => {
    let balance = 0
    return drawn
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ at, gain, isLoss }, index) => {
        const available = isLoss && balance > 0 ? -Math.min(balance, gain) : gain
        balance += available
        return { at, available, name: `Movement ${index}` }
      })
  })

/** Nairobi is UTC+3 all year. */
const monthAt = (at: Date) => new Date(at.getTime() + 3 * 3600 * 1000).toISOString().slice(0, 7)

test('every posting is in exactly one statement, balances add up, and months join without gaps', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const member = await givenHistory(history)
      const statements: Statement[] = []
      for (const month of MONTHS) statements.push(await get(member, month))
      let before = { available: 0, held: 0 }
      for (const { month, opening, closing, lines, totals } of statements) {
        const mine = history.filter(({ at }) => monthAt(at) === month)
        expect(lines.map(({ description, points }) => [description, points])).toEqual(
          mine.map(({ name, available }) => [name, available]),
        )
        expect(opening).toEqual(before)
        expect(closing.available).toBe(
          opening.available + mine.reduce((sum, each) => sum + each.available, 0),
        )
        expect(lines.at(-1)?.availableAfter ?? opening.available).toBe(closing.available)
        expect(totals.reduce((sum, { points }) => sum + points, opening.available)).toBe(closing.available)
        expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(lines.length)
        before = closing
      }
      const { available } = await readRow(db, 'wallet', ['available'], { memberId: member.memberId })
      expect(before.available).toBe(available)
    }),
    { numRuns: 25 },
  )
})

test('a month begins at midnight in Nairobi, and times are in Nairobi’s time zone', async () => {
  const member = await givenHistory([
    { at: new Date('2025-12-31T20:59:59.999Z'), available: 5, name: 'Last of December' },
    { at: new Date('2025-12-31T21:00:00Z'), available: 7, name: 'First of January' },
  ])
  const december = await get(member, '2025-12')
  expect(december.lines.map(({ description, localTime }) => [description, localTime])).toEqual([
    ['Last of December', '2025-12-31 23:59:59'],
  ])
  expect(december).toMatchObject({
    firstDay: '2025-12-01',
    lastDay: '2025-12-31',
    isComplete: true,
    timeZone: 'Africa/Nairobi',
    memberName: 'Amina Otieno',
    firstMonth: '2025-11',
  })
  const january = await get(member, '2026-01')
  expect(january.lines.map(({ description, localTime }) => [description, localTime])).toEqual([
    ['First of January', '2026-01-01 00:00:00'],
  ])
})

test('the default is the current month, which is not complete', async () => {
  const member = await givenMember(db, { points: 3 })
  const statement = await get(member)
  expect(statement).toMatchObject({ isComplete: false, closing: { available: 3, held: 0 } })
  expect(statement.month).toBe(statement.currentMonth)
  expect(statement.firstMonth).toBe(statement.currentMonth)
})

test('there is no statement from before a member joined, nor for a future month', async () => {
  const member = await givenMember(db)
  const { currentMonth } = await get(member)
  const only = problem('MONTH_OUT_OF_RANGE', { first: currentMonth, last: currentMonth })
  for (const month of ['2020-01', '2999-12']) {
    await expect(get(member, month)).rejects.toMatchObject({
      fields: { month: [only] },
    })
  }
})

test('a paid withdrawal is listed with gross, tax, net and receipt, and has its own row in the file', async () => {
  const { member, memberId } = await givenTaxedOn(db, '2026-02-10')
  await tamper(
    db,
    sql`update member set created_at = '2026-01-02T09:00:00Z' where member_id = ${memberId}`,
    sql`update posting set created_at = '2026-01-05T09:00:00Z' where member_id = ${memberId} and seq = 1`,
    sql`update posting set created_at = '2026-01-31T09:00:00Z' where member_id = ${memberId} and kind = 'hold'`,
    sql`update withdrawal set requested_at = '2026-01-31T09:00:00Z' where member_id = ${memberId}`,
  )
  expect(await get(member, '2026-01')).toMatchObject({
    opening: { available: 0, held: 0 },
    closing: { available: 8, held: 2 },
    withdrawals: [{ grossKes: 2000, requestedLocal: '2026-01-31 12:00:00' }],
    paid: { count: 0, grossKes: 0, taxKes: 0, netKes: 0 },
  })
  expect(await get(member, '2026-02')).toMatchObject({
    opening: { available: 8, held: 2 },
    closing: { available: 8, held: 0 },
    totals: [{ kind: 'payout', count: 1, points: 0, heldPoints: -2 }],
    withdrawals: [
      {
        status: 'paid',
        points: 2,
        grossKes: 2000,
        taxPercent: 5,
        taxKes: 100,
        netKes: 1900,
        receipt: null,
        paidLocal: '2026-02-10 12:00:00',
      },
    ],
    paid: { count: 1, grossKes: 2000, taxKes: 100, netKes: 1900 },
  })
  expect(await get(member, '2026-03')).toMatchObject({ opening: { available: 8, held: 0 }, withdrawals: [] })
  expect(await rowsOf(member, '2026-02')).toEqual([
    '2026-02-01,Opening balance,,,,,8,2,,,,',
    expect.stringMatching(/^2026-02-10 12:00:00,Movement,payout,.*,0,-2,8,0,,,,$/),
    '2026-02-28,Closing balance,,,,,8,0,,,,',
    ',Total,payout,1,0,-2,,,,,,',
    '2026-02-10 12:00:00,Withdrawal,paid,,2,,,,2000,100,1900,',
    '2026-02-28,Paid in the month,,1,,,,,2000,100,1900,',
  ])
  // A month without movements has its balances only.
  expect(await rowsOf(member, '2026-03')).toEqual([
    '2026-03-01,Opening balance,,,,,8,0,,,,',
    '2026-03-31,Closing balance,,,,,8,0,,,,',
    '2026-03-31,Paid in the month,,0,,,,,0,0,0,',
  ])
  expect(await codeOf(exportStatement(deps, member, { month: '2020-01' }))).toBe('INVALID_INPUT')
})

test('a statement contains nothing of other members', async () => {
  const [mine, theirs] = [
    await givenHistory([{ at: new Date('2026-01-05T09:00:00Z'), available: 5, name: 'Mine' }]),
    await givenHistory([{ at: new Date('2026-01-05T09:00:00Z'), available: 9, name: 'Theirs' }]),
  ]
  expect(JSON.stringify(await get(mine, '2026-01'))).not.toContain('Theirs')
  expect((await get(theirs, '2026-01')).closing.available).toBe(9)
})

test('the CSV file has the same lines in the same order, without formulas', async () => {
  const member = await givenHistory([
    { at: new Date('2026-01-05T09:00:00Z'), available: 5, name: '=HYPERLINK("http://x","y")' },
    { at: new Date('2026-01-06T09:00:00Z'), available: -2, name: 'Corrected' },
  ])
  const [header = '', ...rows] = (await exportStatement(deps, member, { month: '2026-01' }))
    .trim()
    .split('\r\n')
  expect(header).toContain('Date and time (Africa/Nairobi),Row,Kind,Description,Points')
  expect(rows).toEqual([
    '2026-01-01,Opening balance,,,,,0,0,,,,',
    `2026-01-05 12:00:00,Movement,survey,"'=HYPERLINK(""http://x"",""y"")",5,0,5,0,,,,`,
    '2026-01-06 12:00:00,Movement,adjustment,Corrected,-2,0,3,0,,,,',
    '2026-01-31,Closing balance,,,,,3,0,,,,',
    ',Total,survey,1,5,0,,,,,,',
    ',Total,adjustment,1,-2,0,,,,,,',
    '2026-01-31,Paid in the month,,0,,,,,0,0,0,',
  ])
})

test('a withdrawal that waits stands at the time of its request', async () => {
  const member = await givenMember(db, { points: 5 })
  const { requestedAt } = await ask(deps, member, { points: 2 })
  const { currentMonth } = await getStatement(deps, member, { month: undefined })
  const inNairobi = new Date(requestedAt.getTime() + 3 * 3600 * 1000)
  const requested = inNairobi.toISOString().slice(0, 19).replace('T', ' ')
  const rows = await rowsOf(member, currentMonth)
  expect(rows.filter((row) => row.includes(',Withdrawal,'))).toEqual([
    `${requested},Withdrawal,pending,,2,,,,2000,0,2000,`,
  ])
})
