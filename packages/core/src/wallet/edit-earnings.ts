import { randomUUID } from 'node:crypto'
import type { EditEarningsInput } from '@chuma/contract/account/members'
import type { Trx } from '@chuma/db/client'
import { getAdminUser, getEditedNumbers, insertCorrection } from '@chuma/db/queries/account/admin-members'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { lockPayoutsOf } from '@chuma/db/queries/payouts/payout-pauses'
import { AppError, invalidField } from '../app-error.ts'
import { exceedsDay } from '../approvals/limits.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import type { ApprovedBy } from '../approvals/transitions.ts'
import { requireAnother } from '../auth/staff.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { postPoints } from './ledger.ts'

type Numbers = { totalEarnings: number; points: number }

/**
 * Set a member's available points and total, independently (SPEC §5, §7). The difference in points is a posting, whose
 * reason the member reads. Holds the wallet's lock. Setting the current values changes nothing, so calls can be repeated.
 * Above the day's limit of the caller's person it waits for a second person.
 * @throws AppError NOT_FOUND, FORBIDDEN for the caller's own points, APPROVAL_PENDING, MEMBER_STATE if the numbers differ from `from`,
 * INVALID_INPUT for numbers below zero
 */
export function editEarnings(deps: Deps, staff: StaffActor, input: EditEarningsInput) {
  const { memberId, reason, from, ...wish } = input
  return orAskAnother(deps, staff, async (deps) => {
    await requireAnother(deps.db, staff, memberId)
    const terms = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      if (!(await lockPayoutsOf(trx, memberId))) throw new AppError('NOT_FOUND')
      const before = await getEditedNumbers(trx, memberId)
      if (from && !isSame(from, before)) throw new AppError('MEMBER_STATE')
      refuseDebt(wish, before)
      // An approval is used up all the same: of two at once the second finds the values of the first.
      if (isSame(wish, before) && !staff.approval) return getAdminUser(trx, memberId)
      const amountKes = Math.abs(wish.points - before.points) * terms.kesPerPoint
      const approved = await passApproval(
        trx,
        {
          kind: 'edit-earnings',
          subject: `member:${memberId}`,
          payload: input,
          before,
          after: wish,
          amountKes,
          reason,
        },
        {
          isAboveLimit: () => exceedsDay(deps, trx, { staff, limited: 'adjustments', amountKes, terms }),
          staff,
        },
      )
      await correct(trx, { staff, memberId, reason, before, after: wish, acts: { amountKes, ...approved } })
      return getAdminUser(trx, memberId)
    })
  })
}

function isSame(one: Numbers, other: Numbers): boolean {
  return one.totalEarnings === other.totalEarnings && one.points === other.points
}

/** Only a partner's reversal can make a balance negative: an edit must neither create a debt nor leave part of one. */
function refuseDebt(wish: Numbers, before: Numbers): void {
  if (wish.points < 0 && wish.points !== before.points) {
    throw invalidField('points', 'BALANCE_BELOW_ZERO')
  }
  if (wish.totalEarnings < 0 && wish.totalEarnings !== before.totalEarnings) {
    throw invalidField('totalEarnings', 'TOTAL_BELOW_ZERO')
  }
}

type Correction = {
  staff: StaffActor
  memberId: string
  reason: string
  before: Numbers
  after: Numbers
  /** What it is worth, and who approved it. */
  acts: ApprovedBy & { amountKes: number }
}

async function correct(trx: Trx, { staff, memberId, reason, before, after, acts }: Correction) {
  const correctionId = randomUUID()
  if (after.points !== before.points) {
    await postPoints(trx, {
      memberId,
      kind: 'adjustment',
      availableDelta: after.points - before.points,
      heldDelta: 0,
      houseAccount: 'adjustments',
      sourceKey: `correction:${correctionId}`,
      description: 'Corrected by our staff',
      subjectId: correctionId,
      actor: staff.name,
    })
  }
  await insertCorrection(trx, {
    memberId,
    correctionId,
    totalBefore: before.totalEarnings,
    totalAfter: after.totalEarnings,
    pointsBefore: before.points,
    pointsAfter: after.points,
    reason,
    actor: staff.name,
  })
  await recordAct(trx, staff, {
    action: 'member.earnings-edited',
    subject: `member:${memberId}`,
    before,
    after: { ...after, ...acts },
    reason,
  })
}
