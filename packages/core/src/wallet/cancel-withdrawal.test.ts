import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { verifyLedger } from '../books/verify-ledger.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { createPayoutDeps, finance, look } from '../payouts/testing.ts'
import { cancelWithdrawal, requestWithdrawal } from '../payouts/withdrawals.ts'
import { givenMember, readRow } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createPayoutDeps(db, null)

let numbers = 0
async function givenAsked() {
  const member = await givenMember(db, { points: 10 })
  const { id } = await requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 4,
    mpesaNumber: `25471151${String(++numbers).padStart(4, '0')}`,
    idempotencyKey: undefined,
  })
  return { member, id, ref: { memberId: member.memberId, withdrawalId: id } }
}

test('a member cancels what nobody has decided, and a repeat answers the same', async () => {
  const { member, id } = await givenAsked()
  const first = await cancelWithdrawal(deps, member, { id })
  expect(first).toMatchObject({ status: 'rejected', payoutState: 'cancelled', holds: [], receipt: null })
  expect(await cancelWithdrawal(deps, member, { id })).toEqual(first)
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 10, heldPoints: 0 })
  const { description } = await readRow(db, 'posting', ['description'], {
    memberId: member.memberId,
    kind: 'release',
  })
  expect(description).toBe('Withdrawal of KES 4,000 cancelled, points restored')
  expect(await verifyLedger(deps)).toMatchObject({ ok: true })
})

test('nobody cancels another member’s withdrawal, and none after the session has ended', async () => {
  const { id, ref, member } = await givenAsked()
  const other = await givenMember(db)
  await expect(cancelWithdrawal(deps, other, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await sql`delete from session where member_id = ${member.memberId}`.execute(db)
  await expect(cancelWithdrawal(deps, member, { id })).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(await look(db, ref)).toMatchObject({ status: 'pending', held: 4 })
})

test('what is approved or decided cannot be cancelled', async () => {
  const { member, id, ref } = await givenAsked()
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  const cancel = () => cancelWithdrawal(deps, member, { id })
  await expect(cancel()).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  await decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes: 'Wrong name' })
  await expect(cancel()).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', payoutState: null, available: 10 })
})

test('of a cancellation and an approval at the same moment one counts', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { member, id, ref } = await givenAsked()
    const race = await startTogether(db, ref.memberId, () => [
      decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' }),
      cancelWithdrawal(deps, member, { id }),
    ])
    const [approved, cancelled] = race.map(({ status }) => status === 'fulfilled')
    expect([approved, cancelled].filter(Boolean)).toHaveLength(1)
    expect(await look(db, ref)).toMatchObject(
      cancelled ? { payoutState: 'cancelled', available: 10, held: 0 } : { status: 'approved', held: 4 },
    )
  }
})

test('cancelling sets a debt off', async () => {
  const { member, id, ref } = await givenAsked()
  await sql`select book_posting(${member.memberId}, 'reversal', -9, 0, 'reversals', 'reversal:x', 'Taken back', null, 1, 'system')`.execute(
    db,
  )
  expect(await look(db, ref)).toMatchObject({ available: -3, held: 4 })
  await cancelWithdrawal(deps, member, { id })
  expect(await look(db, ref)).toMatchObject({ available: 1, held: 0 })
})
