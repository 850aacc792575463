import type { NewPosting } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { givenMember } from '../testing.ts'
import { postPoints } from './ledger.ts'

const { db, close } = await createTestDb()
afterAll(close)

const taking = (memberId: string, points: number): NewPosting => ({
  memberId,
  kind: 'adjustment',
  availableDelta: -points,
  heldDelta: 0,
  houseAccount: 'adjustments',
  sourceKey: `test:${points}`,
  description: 'Taken back',
  actor: 'system',
})

test('a member cannot lose more than they have, and keeps everything when it is tried', async () => {
  const { memberId } = await givenMember(db, { points: 5 })
  await expect(postPoints(db, taking(memberId, 6))).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(await getBalance(db, memberId)).toMatchObject({ availablePoints: 5 })
  expect(await postPoints(db, taking(memberId, 5))).toMatchObject({ availableAfter: 0 })
})

test('any other failure of the database is passed on', async () => {
  const { memberId } = await givenMember(db, { points: 5 })
  const nonsense = { ...taking(memberId, 1), houseAccount: 'nobody' } as unknown as NewPosting
  await expect(postPoints(db, nonsense)).rejects.toMatchObject({ code: '23514' })
})
