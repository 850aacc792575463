import type { adminWithdrawal } from '@chuma/contract/admin/admin'
import type { CorrectionKind, CorrectPayoutInput } from '@chuma/contract/payouts/corrections'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { getAdminWithdrawal } from '@chuma/db/queries/admin/admin'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertCorrection } from '@chuma/db/queries/payouts/corrections'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import { bookDuplicate } from '../../books/journal/book-payout.ts'
import { reconcileBankDays } from '../../books/reconcile-day.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../approvals/require-another.ts'
import { signDecision } from '../approvals/sign-decision.ts'
import { type LockedPayout, lockPayout } from '../attempts/lock-payout.ts'
import { openWithdrawal } from '../details/seal-account.ts'
import { moveWithdrawal } from '../move-payout.ts'
import { stateOf, type WithdrawalState } from '../transitions.ts'
import { bookEvidence } from './book-evidence.ts'
import { claimSecond } from './claim-second.ts'
import { postDuplicate } from './post-duplicate.ts'
import { describeEvidence, readEvidence } from './read-evidence.ts'

/**
 * For finance and owners: book what happened to money after its withdrawal had ended. Always with evidence and a second person,
 * because it gives or takes points. Once: a repeat finds another state, or the receipt booked.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, WITHDRAWAL_STATE, APPROVAL_PENDING, INVALID_INPUT for a receipt that is none, or is
 * taken, and for a row that does not prove it
 */
export async function correctPayout(
  deps: Deps,
  staff: StaffActor,
  input: CorrectPayoutInput,
): Promise<Answer<typeof adminWithdrawal>> {
  return orAskAnother(deps, staff, async (deps) => {
    const ref = await findWithdrawalRef(deps.db, input.id)
    if (!ref) throw new AppError('NOT_FOUND')
    await requireAnother(deps.db, staff, ref.memberId)
    return deps.db.transaction().execute(async (trx) => {
      const payout = await lockPayout(trx, ref)
      const { withdrawal } = payout
      check(payout, input)
      const evidence = await readEvidence(trx, payout, input)
      const receipt = await claimSecond(trx, payout, {
        ...input,
        receipt: evidence?.receipt ?? input.receipt,
      })
      if (input.kind !== 'returned' && receipt === null) throw invalidField('receipt', 'RECEIPT_MISSING')
      const reason = [input.evidence, evidence && describeEvidence(evidence)]
        .filter((part) => part)
        .join('\n')
      const correction = describe(payout, input)
      const { status, payoutState } = withdrawal
      const acts = await passApproval(
        trx,
        {
          kind: 'correct-payout',
          subject: `withdrawal:${input.id}`,
          payload: input,
          before: { status, payoutState, receipt: withdrawal.receipt },
          after: { kind: input.kind, points: correction.points, ...(receipt && { receipt }) },
          amountKes: correction.amountKes,
          reason,
        },
        { staff, isAboveLimit: async () => true },
      )
      await insertCorrection(trx, { ...ref, ...correction, receipt, bookedBy: staff.name })
      if (evidence)
        await bookEvidence(trx, { evidence, kind: input.kind, withdrawalId: ref.withdrawalId, staff })
      await apply(trx, payout, { input, staff, receipt, points: correction.points })
      // A bank payment that came back needs no row any more.
      if (input.kind === 'returned') await reconcileBankDays(trx, [ref.withdrawalId], staff.name)
      const booked = openWithdrawal(deps, await getAdminWithdrawal(trx, input.id))
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: `withdrawal.payout-${input.kind}`,
        subject: `withdrawal:${input.id}`,
        before: { status, payoutState, receipt: withdrawal.receipt },
        after: {
          status: booked.status,
          payoutState: booked.payoutState,
          points: correction.points,
          receipt,
          ...(input.rowId && { rowId: input.rowId }),
          ...acts,
        },
        reason,
        address: staff.address,
      })
      return booked
    })
  })
}

const POSSIBLE: Record<CorrectionKind, readonly WithdrawalState[]> = {
  returned: ['paid'],
  late: ['rejected', 'failed'],
  duplicate: ['paid'],
}

/** @throws AppError WITHDRAWAL_STATE, INVALID_INPUT for what this kind of correction lacks */
function check({ withdrawal }: LockedPayout, { kind, cause, note }: CorrectPayoutInput): void {
  if (!POSSIBLE[kind].includes(stateOf(withdrawal))) throw new AppError('WITHDRAWAL_STATE')
  if (kind === 'returned' && cause === undefined) throw invalidField('cause', 'REQUIRED')
  if (kind === 'returned' && note === '') throw invalidField('note', 'REASON_FOR_MEMBER')
}

/** What moves. Points are whole: of a second payment less tax the house bears the part that makes none. */
function describe({ withdrawal }: LockedPayout, input: CorrectPayoutInput) {
  const { points, amountKes, payoutKes } = withdrawal
  const cause = input.kind === 'returned' ? (input.cause ?? null) : null
  if (input.kind === 'late') return { kind: input.kind, cause, points: -points, amountKes: payoutKes }
  const moved = input.kind === 'returned' ? points : -Math.floor((payoutKes * points) / amountKes)
  return { kind: input.kind, cause, points: input.isMembers ? moved : 0, amountKes: payoutKes }
}

type Booking = { input: CorrectPayoutInput; staff: StaffActor; receipt: string | null; points: number }

async function apply(trx: Trx, payout: LockedPayout, { input, staff, receipt, points }: Booking) {
  const decision = { by: 'staff', actor: staff.name, processedBy: signDecision(staff) } as const
  if (input.kind === 'returned') {
    await moveWithdrawal(trx, payout, {
      ...decision,
      to: 'returned',
      adminComment: input.note,
      pointsBack: points,
    })
  }
  if (input.kind === 'late' && receipt) {
    await moveWithdrawal(trx, payout, { ...decision, to: 'paid', receipt })
  }
  if (input.kind === 'duplicate' && receipt) {
    await postDuplicate(trx, payout, { receipt, points, actor: staff.name })
    await bookDuplicate(trx, payout, { receipt, points })
  }
}
