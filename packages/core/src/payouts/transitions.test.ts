import type { Trx } from '@chuma/db/client'
import { insertWithholding } from '@chuma/db/queries/books/tax'
import { findCorrection, insertCorrection } from '@chuma/db/queries/payouts/corrections'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenTaxRate } from '../books/testing.ts'
import { givenFriend } from '../referral/testing.ts'
import { listJobNames, testEveryStep } from '../state-machine.testing.ts'
import { givenMember, readRows } from '../testing.ts'
import { lockPayout } from './attempts/payouts.ts'
import { moveAttempt, moveWithdrawal } from './move-payout.ts'
import { createPayoutDeps } from './testing.ts'
import {
  type AttemptState,
  attemptMachine,
  stateOf,
  type WithdrawalEffect,
  type WithdrawalState,
  withdrawalColumns,
  withdrawalMachine,
} from './transitions.ts'
import { requestWithdrawal } from './withdrawals.ts'

const { db, close } = await createTestDb()
afterAll(close)

type Ref = { memberId: string; withdrawalId: string }

let numbers = 0

/** A withdrawal with tax, of a member who was invited. */
async function given(): Promise<Ref> {
  const deps = createPayoutDeps(db, null)
  await givenTaxRate(db, 5)
  const member = await givenFriend(db, await givenMember(db))
  const { id } = await requestWithdrawal(deps, member, {
    pointsToWithdraw: 2,
    withdrawalMethod: 'mpesa',
    mpesaNumber: `2547${String(++numbers).padStart(8, '0')}`,
    idempotencyKey: undefined,
  })
  return { memberId: member.memberId, withdrawalId: id }
}

/** The evidence, without which the database refuses a way back. */
async function record(trx: Trx, ref: Ref, kind: 'returned' | 'late') {
  if (await findCorrection(trx, ref)) return
  await insertCorrection(trx, {
    ...ref,
    kind,
    cause: kind === 'returned' ? 'bank' : null,
    receipt: 'UKK0000077',
    points: kind === 'returned' ? 2 : -2,
    amountKes: 1900,
    bookedBy: 'staff:amina',
  })
}

async function putWithdrawal(trx: Trx, ref: Ref, state: WithdrawalState): Promise<void> {
  const { memberId, withdrawalId } = ref
  if (state === 'returned') {
    await putWithdrawal(trx, ref, 'paid')
    await record(trx, ref, 'returned')
    await sql`update withdrawal set status = 'rejected', payout_state = 'returned', admin_comment = 'Because'
      where withdrawal_id = ${withdrawalId}`.execute(trx)
    return
  }
  const { status, payoutState } = withdrawalColumns[state]
  if (status === 'pending') return
  await sql`update withdrawal set status = 'approved', payout_state = 'manual' where withdrawal_id = ${withdrawalId}`.execute(
    trx,
  )
  await sql`
    update withdrawal set status = ${status}, payout_state = ${payoutState}, admin_comment = 'Because',
      receipt = case when ${status} = 'paid' then 'RECEIPT' end,
      paid_at = case when ${status} = 'paid' then now() end
    where withdrawal_id = ${withdrawalId}
  `.execute(trx)
  // What the machine has booked by then: a return reverses the tax.
  if (state === 'paid') await insertWithholding(trx, { memberId, withdrawalId })
}

const shown: Record<string, WithdrawalEffect> = {
  payout: 'post payout',
  release: 'post release',
  'payout-returned': 'post return',
  'payout-late': 'post late payout',
  'send-withdrawal-news': 'tell member',
  'settle-referral': 'settle referral',
}

async function lookAtWithdrawal(trx: Trx, ref: Ref) {
  const { withdrawal } = await lockPayout(trx, ref)
  const postings = await readRows(trx, 'posting', ['kind'], { memberId: ref.memberId })
  const taxes = await readRows(trx, 'withholding', ['day'], { memberId: ref.memberId })
  const reversals = await readRows(trx, 'withholdingReversal', ['day'], { memberId: ref.memberId })
  const traces = [...postings.map(({ kind }) => kind), ...(await listJobNames(trx, ref.memberId))]
  const did = traces.flatMap((trace) => shown[trace] ?? [])
  return {
    state: stateOf(withdrawal),
    did: [
      ...did,
      ...taxes.map(() => 'record withheld tax' as const),
      ...reversals.map(() => 'reverse withheld tax' as const),
    ],
    row: [withdrawal, traces],
  }
}

testEveryStep(db, withdrawalMachine, {
  given,
  put: putWithdrawal,
  lock: lockPayout,
  move: async (trx, payout, { to, by }) => {
    const isLate = payout.withdrawal.status === 'rejected' && to === 'paid' && by === 'staff'
    if (isLate) await record(trx, payout.ref, 'late')
    if (to === 'returned' && payout.withdrawal.status === 'paid' && by === 'staff')
      await record(trx, payout.ref, 'returned')
    await moveWithdrawal(trx, payout, {
      to,
      by,
      ...(to === 'paid' ? { receipt: 'RECEIPT' } : {}),
      ...(withdrawalColumns[to].status === 'rejected' ? { adminComment: 'Because' } : {}),
    })
  },
  look: lookAtWithdrawal,
})

async function putAttempt(trx: Trx, ref: Ref, state: AttemptState): Promise<void> {
  const { memberId, withdrawalId } = ref
  await putWithdrawal(trx, ref, 'sending')
  await sql`
    insert into payout_attempt (member_id, withdrawal_id, attempt_no, provider, state, originator_conversation_id,
      amount_kes, mpesa_number, receipt, sending_at)
    values (${memberId}, ${withdrawalId}, 1, 'scripted', ${state}, 'po_1', 2000, '254712345678',
      case when ${state} = 'paid' then 'RECEIPT' end,
      case when ${state} not in ('prepared', 'not_sent') then now() end)
  `.execute(trx)
}

async function lockAttempt(trx: Trx, ref: Ref) {
  const { attempt } = await lockPayout(trx, ref)
  if (!attempt) throw new Error('no attempt')
  return { ref, attempt }
}

testEveryStep(db, attemptMachine, {
  given,
  put: putAttempt,
  lock: lockAttempt,
  move: (trx, locked, { to, by }) =>
    moveAttempt(trx, locked, { to, by, ...(to === 'paid' ? { receipt: 'RECEIPT' } : {}) }),
  look: async (trx, ref) => {
    const { attempt } = await lockAttempt(trx, ref)
    return { state: attempt.state, did: [], row: attempt }
  },
})

test('a rejected and a paid withdrawal are final, except for the ways back, in the table and in the database (SPEC §4)', async () => {
  const ref = await given()
  const ways: Record<string, string[]> = {
    paid: ['returned'],
    rejected: ['paid'],
    failed: ['paid'],
    returned: [],
  }
  for (const [state, to] of Object.entries(ways)) {
    const steps = Object.values(withdrawalMachine.moves).flatMap((rows) =>
      rows.flatMap((row) => (row.from.includes(state as WithdrawalState) ? [row.to] : [])),
    )
    expect(steps, state).toEqual(to)
    const changes = [
      sql`status = 'approved', payout_state = 'manual', paid_at = null`,
      // Without evidence in the same transaction.
      sql`status = 'rejected', payout_state = 'returned', admin_comment = 'x'`,
      sql`status = 'paid', payout_state = 'paid', receipt = 'R', paid_at = now()`,
      sql`receipt = 'OTHER'`,
    ]
    for (const change of changes) {
      const trx = await db.startTransaction().execute()
      await putWithdrawal(trx, ref, state as WithdrawalState)
      // The evidence of another transaction.
      await sql`alter table payout_correction disable trigger user`.execute(trx)
      await sql`update payout_correction set booked_at = now() - interval '1 hour'`.execute(trx)
      const undoing = sql`update withdrawal set ${change} where withdrawal_id = ${ref.withdrawalId}`.execute(
        trx,
      )
      await expect(undoing).rejects.toThrow(/is final/)
      await trx.rollback().execute()
    }
  }
})
