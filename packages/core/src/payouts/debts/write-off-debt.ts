import type { WriteOffDebtInput } from '@chuma/contract/payouts/debts'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import { getDebt } from '@chuma/db/queries/payouts/debts'
import { lockPayoutsOf } from '@chuma/db/queries/payouts/payout-pauses'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { bookWriteOff } from '../../books/journal/book-write-off.ts'
import type { Deps } from '../../deps.ts'
import { postPoints } from '../../wallet/post-points.ts'
import { requireAnother } from '../approvals/require-another.ts'
import { requireOtherMaker } from '../approvals/require-other-maker.ts'

/**
 * For finance and owners: give up a member's debt, with the approval of a second person. The whole debt as it was seen: one that has changed
 * since is not written off. Held payouts are evaluated again by the sweep.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, and of a member whom one gave points, MEMBER_STATE if they owe something else,
 * APPROVAL_PENDING
 */
export async function writeOffDebt(
  deps: Deps,
  staff: StaffActor,
  input: WriteOffDebtInput,
): Promise<{ writtenOffPoints: number }> {
  const { memberId, points, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    await requireAnother(deps.db, staff, memberId)
    const terms = await deps.economy()
    await requireOtherMaker(deps.db, staff, { memberId, terms })
    return deps.db.transaction().execute(async (trx) => {
      if (!(await lockPayoutsOf(trx, memberId))) throw new AppError('NOT_FOUND')
      const debt = await getDebt(trx, memberId)
      if (debt?.points !== points || debt.erasedAt) throw new AppError('MEMBER_STATE')
      const acts = await passApproval(
        trx,
        {
          kind: 'write-off-debt',
          subject: `member:${memberId}`,
          payload: input,
          before: { debtPoints: points, seq: debt.seq },
          after: { debtPoints: 0 },
          amountKes: points * terms.kesPerPoint,
          reason,
        },
        { staff, isAboveLimit: async () => true },
      )
      await postPoints(trx, {
        memberId,
        kind: 'debt-written-off',
        availableDelta: points,
        heldDelta: 0,
        houseAccount: 'adjustments',
        sourceKey: `debt-written-off:${debt.seq}`,
        description: 'Debt written off',
        actor: staff.name,
      })
      await bookWriteOff(trx, { memberId, seq: debt.seq, points, kesPerPoint: terms.kesPerPoint })
      await insertJob(trx, 'send-debt-written-off', { memberId, email: debt.email, points })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'member.debt-written-off',
        subject: `member:${memberId}`,
        before: { debtPoints: points },
        after: { debtPoints: 0, ...acts },
        reason,
        address: staff.address,
      })
      return { writtenOffPoints: points }
    })
  })
}
