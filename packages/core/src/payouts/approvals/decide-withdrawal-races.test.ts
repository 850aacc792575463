import { createTestDb, startTogether } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { readRows, refusals } from '../../testing.ts'
import { createPayoutDeps, finance, givenWithdrawal, look } from '../testing.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'

const { db, close } = await createTestDb()
afterAll(close)
const byHand = createPayoutDeps(db, null)
const approve = { status: 'approved', adminNotes: '' } as const
const reject = { status: 'rejected', adminNotes: 'The name does not match' } as const

test('of fifty concurrent rejections one restores the points', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 50 }, () => decideWithdrawal(byHand, finance, { id, ...reject })),
  )
  expect(refusals(race)).toEqual(Array(49).fill('WITHDRAWAL_STATE'))
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10, held: 0 })
})

test('a concurrent approval and rejection have one outcome', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { id, ref } = await givenWithdrawal(db)
    const race = await startTogether(db, ref.memberId, () => [
      decideWithdrawal(byHand, finance, { id, ...approve }),
      decideWithdrawal(byHand, finance, { id, ...reject }),
    ])
    const [approval, rejection] = race.map((call) =>
      call.status === 'rejected' ? call.reason.code : call.status,
    )
    // An approved withdrawal can still be rejected; a rejected one is final.
    expect(rejection).toBe('fulfilled')
    expect(['fulfilled', 'WITHDRAWAL_STATE']).toContain(approval)
    const { status, available, held } = await look(db, ref)
    expect({ status, available, held }).toEqual({ status: 'rejected', available: 10, held: 0 })
    const releases = await readRows(db, 'posting', ['seq'], { memberId: ref.memberId, kind: 'release' })
    expect(releases).toHaveLength(1)
  }
})
