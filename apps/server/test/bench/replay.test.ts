import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { recordStatements } from '@chuma/db/testing'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp } from '../../src/testing.ts'
import { addPeople } from './people.ts'
import { prepareReplay } from './replay.ts'
import { compare } from './report.ts'
import { openDeps, openUseCases } from './use-cases.ts'

const { app, db, url, close } = await createTestApp()
const pool = new pg.Pool({ connectionString: url, max: 2 })
afterAll(async () => {
  await pool.end()
  await close()
})

test('the statements of a withdrawal can be replayed for another member, with the same result', async () => {
  const [first, other] = await addPeople(db, 2)
  if (!first || !other) throw new Error('nobody was added')
  const body = { withdrawalMethod: 'mpesa', pointsToWithdraw: 2, mpesaNumber: first.mpesaNumber }
  const statements = await recordStatements(async () => {
    const answer = await callRest(app, first.token, { method: 'POST', url: '/api/withdrawals', body })
    expect(answer.status).toBe(201)
  })
  await prepareReplay(statements, first)(pool, other)
  const [own] = await listWithdrawals(db, first.memberId, { limit: 5 })
  const again = await listWithdrawals(db, other.memberId, { limit: 5 })
  expect(again).toMatchObject([{ amountKes: own?.amountKes, mpesaNumber: other.mpesaNumber }])
  expect(again[0]?.id).not.toBe(own?.id)
})

test.each(await openUseCases(db))(
  'the statements of $name can be replayed for another member',
  async (useCase) => {
    const people = await addPeople(db, 2)
    const [first, other] = people
    if (!first || !other) throw new Error('nobody was added')
    await useCase.prepare?.(people)
    const statements = await recordStatements(() => useCase.earn(openDeps(db), first))
    await prepareReplay(statements, first)(pool, other)
    const earned = await db.selectFrom('posting').select('memberId').execute()
    const of = ({ memberId }: typeof first) =>
      earned.filter((posting) => posting.memberId === memberId).length
    expect(of(other)).toBe(of(first))
    expect(of(other)).toBeGreaterThan(0)
  },
)

test('a ratio is the median of each round’s own ratio', () => {
  const rounds = { part: 'doors', what: 'one', unit: '/s', here: [50, 10, 80], yardstick: [100, 10, 100] }
  expect(compare({ ...rounds, atLeast: 0.75 })).toMatchObject({ ratio: '0.80', goal: { isMet: true } })
  expect(compare({ ...rounds, atMost: 0.75 })).toMatchObject({ goal: { text: '≤ 0.75', isMet: false } })
})
