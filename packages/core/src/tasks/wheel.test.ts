import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { startTogether } from '@chuma/db/testing'
import { expect, test } from 'vitest'
import { givenMember, openTestDb, readRow, refusals } from '../testing.ts'
import { givenPremiumMember, travel, wheelOf, withEconomy } from './testing.ts'
import { draw, getWheel, spin } from './wheel.ts'

const { db, deps } = await openTestDb()

test('is for premium members', async () => {
  const member = await givenMember(db)
  expect(await getWheel(deps, member)).toMatchObject({ canSpin: false, pointsWon: null })
  await expect(spin(deps, member)).rejects.toMatchObject({ code: 'PREMIUM_REQUIRED' })
})

test('pays the segment it shows, once a day', async () => {
  await travel(db, 'before')
  const member = await givenPremiumMember(db)
  const paying = withEconomy(db, wheelOf(7, 9))
  const { segments } = await getWheel(paying, member)
  const first = await spin(paying, member)
  expect(segments[first.segment]).toBe(first.pointsWon)
  expect(first.availablePoints).toBe(first.pointsWon)
  await expect(spin(paying, member)).rejects.toMatchObject({ code: 'DONE_TODAY' })
  expect(await getWheel(paying, member)).toMatchObject({ canSpin: false, pointsWon: first.pointsWon })

  await travel(db, 'after')
  expect(await getWheel(paying, member)).toMatchObject({ canSpin: true, pointsWon: null })
  const second = await spin(paying, member)
  await expect(spin(paying, member)).rejects.toMatchObject({ code: 'DONE_TODAY' })
  expect(await getBalance(db, member.memberId)).toMatchObject({
    availablePoints: first.pointsWon + second.pointsWon,
  })
})

test('of 50 concurrent spins one counts', async () => {
  const member = await givenPremiumMember(db)
  const sure = withEconomy(db, wheelOf(7, 7))
  const results = await startTogether(db, member.memberId, () =>
    Array.from({ length: 50 }, () => spin(sure, member)),
  )
  expect(refusals(results)).toEqual(Array(49).fill('DONE_TODAY'))
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 7 })
})

test('a spin without a win counts as today’s spin', async () => {
  const member = await givenPremiumMember(db)
  const empty = withEconomy(db, wheelOf(0, 0))
  expect(await spin(empty, member)).toMatchObject({ pointsWon: 0, availablePoints: 0 })
  await expect(spin(empty, member)).rejects.toMatchObject({ code: 'DONE_TODAY' })
  expect(await listTransactions(db, member.memberId, { limit: 5 })).toEqual([])
})

test('shows the odds of the table it draws from, and follows a change of that table', async () => {
  const member = await givenMember(db)
  const table = [
    { points: 0, weight: 3 },
    { points: 50, weight: 1 },
  ]
  expect(await getWheel(withEconomy(db, { spinTable: table }), member)).toMatchObject({
    segments: [0, 50],
    chancePercents: [75, 25],
  })
  const richer = [...table, { points: 100, weight: 4 }]
  expect(await getWheel(withEconomy(db, { spinTable: richer }), member)).toMatchObject({
    segments: [0, 50, 100],
    chancePercents: [37.5, 12.5, 50],
  })
})

test('stores the weights of each draw', async () => {
  const member = await givenPremiumMember(db)
  await spin(deps, member)
  const kept = await readRow(db, 'spin', ['drawnFrom'], { memberId: member.memberId })
  expect(kept.drawnFrom).toEqual(defaultEconomy.spinTable)
})

test('cannot be spun while the operator has closed it', async () => {
  const member = await givenPremiumMember(db)
  const closed = withEconomy(db, { isSpinOpen: false })
  expect(await getWheel(closed, member)).toMatchObject({ canSpin: false })
  await expect(spin(closed, member)).rejects.toMatchObject({ code: 'CLOSED' })
})

test('draws by the weights', () => {
  const table = [
    { points: 1, weight: 70 },
    { points: 2, weight: 25 },
    { points: 3, weight: 5 },
  ]
  const counts = [0, 0, 0]
  const draws = 100_000
  for (let i = 0; i < draws; i++) {
    const { segment, points } = draw(table)
    expect(points).toBe(segment + 1)
    counts[segment] = (counts[segment] ?? 0) + 1
  }
  const chiSquare = table.reduce((sum, { weight }, segment) => {
    const expected = (draws * weight) / 100
    return sum + ((counts[segment] ?? 0) - expected) ** 2 / expected
  }, 0)
  // With two degrees of freedom a fair wheel stays below this in all but one of ten million runs.
  expect(chiSquare).toBeLessThan(32.2)
})
