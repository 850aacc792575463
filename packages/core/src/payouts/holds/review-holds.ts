import type { Economy } from '@chuma/contract/admin/economy/economy'
import { isLiftable, type LiftHoldInput } from '@chuma/contract/payouts/holds'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { insertJobUnlessWaiting } from '@chuma/db/queries/jobs'
import { announce } from '@chuma/db/queries/listen'
import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import {
  endHold,
  holdsEnd,
  listDueHolds,
  postponeHolds,
  scheduleHolds,
} from '@chuma/db/queries/payouts/holds'
import { findWithdrawalRef, type WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { orRefuse } from '../../app-error.ts'
import { requireAnother } from '../../auth/staff.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { requireOtherMaker } from '../approvals/approval-rules.ts'
import { type LockedPayout, lockPayout } from '../attempts/payouts.ts'
import { askRule } from '../automatic/return-to-staff.ts'
import { openWithdrawal } from '../details.ts'
import { type EvaluatedHold, evaluateHolds, type HoldTerms, refuseHeld } from './hold-rules.ts'

/**
 * For finance and owners: end one hold before its time, with a reason for the audit log. An approved payout that nothing else holds
 * is sent at once. To lift is half an approval, so that someone who gave the member points does not.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own and for what one's own credits pay for, WITHDRAWAL_STATE if the hold is over,
 * WITHDRAWAL_HELD for one that nobody lifts
 */
export async function liftHold(deps: Deps, staff: StaffActor, { id, holdId, reason }: LiftHoldInput) {
  const ref = orRefuse(await findWithdrawalRef(deps.db, id), 'NOT_FOUND')
  await requireAnother(deps.db, staff, ref.memberId)
  const terms = await deps.economy()
  await requireOtherMaker(deps.db, staff, { memberId: ref.memberId, terms })
  return deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    const { open } = await evaluateHolds(trx, { deps, payout, terms })
    const hold = orRefuse(
      open.find((each) => each.holdId === holdId),
      'WITHDRAWAL_STATE',
    )
    if (!isLiftable(hold)) refuseHeld([hold])
    await liftHolds(trx, { ref, open: [hold], staff, reason })
    if (open.length === 1) await hastenPayout(trx, payout)
    return openWithdrawal(deps, await getAdminWithdrawal(trx, id))
  })
}

type Lifting = { ref: WithdrawalRef; open: readonly EvaluatedHold[]; staff: StaffActor; reason: string }

/** Lift those of a withdrawal's holds that staff may lift, each with an audit entry. The caller has locked the wallet. */
export async function liftHolds(trx: Trx, { ref, open, staff, reason }: Lifting): Promise<void> {
  for (const hold of open.filter(isLiftable)) {
    await endHold(trx, { ...ref, holdId: hold.holdId }, { by: staff.name, reason })
    await recordAct(trx, staff, {
      action: 'withdrawal.hold-lifted',
      subject: `withdrawal:${ref.withdrawalId}`,
      before: { hold: hold.reason, since: hold.since, until: hold.until, ...hold.facts },
      reason,
    })
  }
}

type Terms = HoldTerms & Pick<Economy, 'automaticPayout'>
type Review = { deps: Pick<Deps, 'secrets'>; terms: Terms }

/** Bring one withdrawal's holds up to date, and send the payout that nothing holds any more. What was sent has none. */
async function reviewHolds(trx: Trx, { deps, terms }: Review, ref: WithdrawalRef): Promise<void> {
  const payout = await lockPayout(trx, ref)
  if (!isUnsent(payout)) {
    await holdsEnd(trx, [payout.ref]).execute()
    return announce(trx, 'withdrawal_change', ref.memberId)
  }
  const { open } = await evaluateHolds(trx, { deps, payout, terms })
  if (open.length > 0) return void (await scheduleHolds(trx, payout.ref))
  await hastenPayout(trx, payout)
  if (payout.withdrawal.status === 'pending') await askRule(trx, payout.ref, terms)
}

/** The same in a transaction of its own, for a withdrawal's id. */
export async function reviewHoldsOf(deps: Pick<Deps, 'db' | 'economy' | 'secrets'>, withdrawalId: string) {
  const ref = await findWithdrawalRef(deps.db, withdrawalId)
  if (!ref) return
  const terms = await deps.economy()
  await deps.db.transaction().execute((trx) => reviewHolds(trx, { deps, terms }, ref))
}

/** Queue a held payout's job at once, rather than when it would be looked at again. */
async function hastenPayout(trx: Trx, { ref, withdrawal }: LockedPayout): Promise<void> {
  if (withdrawal.payoutState === 'queued' && !withdrawal.isBackingOff)
    await insertJobUnlessWaiting(trx, 'send-payout', ref)
}

const MAX_DUE = 100
/** How long a hold is put aside that cannot be evaluated. */
const ASIDE_SECONDS = 600

/**
 * Evaluate the holds whose time has come, or whose cause may be gone. Every worker runs this every few seconds; of two the second finds
 * nothing to do.
 */
export async function sweepHolds(deps: Pick<Deps, 'db' | 'economy' | 'secrets' | 'reportFailure'>) {
  const due = await listDueHolds(deps.db, MAX_DUE)
  if (due.length === 0) return
  const terms = await deps.economy()
  await eachAlone(deps, due, {
    name: ({ withdrawalId }) => `hold of withdrawal ${withdrawalId}`,
    work: (ref) => deps.db.transaction().execute((trx) => reviewHolds(trx, { deps, terms }, ref)),
    onFailure: (ref) => postponeHolds(deps.db, ref, ASIDE_SECONDS),
  })
}

/** Nothing of it was sent, and it can still be paid. */
function isUnsent({ withdrawal: { status, payoutState } }: LockedPayout): boolean {
  return status === 'pending' || payoutState === 'manual' || payoutState === 'queued'
}
