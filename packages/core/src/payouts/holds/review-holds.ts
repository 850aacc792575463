import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Trx } from '@chuma/db/client'
import { insertJobUnlessWaiting } from '@chuma/db/queries/jobs'
import { endHoldsOf, listDueHolds, postponeHolds, scheduleHolds } from '@chuma/db/queries/payouts/holds'
import { findWithdrawalRef, type WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { type LockedPayout, lockPayout } from '../attempts/lock-payout.ts'
import { askRule } from '../automatic/ask-rule.ts'
import { evaluateHolds } from './evaluate-holds.ts'
import type { HoldTerms } from './hold-rules.ts'

type Terms = HoldTerms & Pick<Economy, 'automaticPayout'>
type Review = { deps: Pick<Deps, 'secrets'>; terms: Terms }

/** Bring one withdrawal's holds up to date, and send the payout that nothing holds any more. What was sent has none. */
async function reviewHolds(trx: Trx, { deps, terms }: Review, ref: WithdrawalRef): Promise<void> {
  const payout = await lockPayout(trx, ref)
  if (!isUnsent(payout)) return void (await endHoldsOf(trx, payout.ref))
  const { open } = await evaluateHolds(trx, { deps, ref: payout.ref, terms })
  if (open.length > 0) return void (await scheduleHolds(trx, payout.ref))
  await hastenPayout(trx, payout)
  if (payout.withdrawal.status === 'pending') await askRule(trx, payout.ref, terms)
}

/** The same in a transaction of its own, for a withdrawal's id. */
export async function reviewHoldsOf(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  withdrawalId: string,
): Promise<void> {
  const ref = await findWithdrawalRef(deps.db, withdrawalId)
  if (!ref) return
  const terms = await deps.economy()
  await deps.db.transaction().execute((trx) => reviewHolds(trx, { deps, terms }, ref))
}

/** Queue a held payout's job at once, rather than when it would be looked at again. */
export async function hastenPayout(trx: Trx, { ref, withdrawal }: LockedPayout): Promise<void> {
  if (withdrawal.payoutState === 'queued' && !withdrawal.isBackingOff)
    await insertJobUnlessWaiting(trx, 'send-payout', ref)
}

const MOST_DUE = 100
/** How long a hold is put aside that cannot be evaluated. */
const ASIDE_SECONDS = 600

/**
 * Evaluate the holds whose time has come, or whose cause may be gone. Every worker runs this every few seconds; of two the second finds
 * nothing to do.
 */
export async function sweepHolds(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets' | 'reportFailure'>,
): Promise<void> {
  const due = await listDueHolds(deps.db, MOST_DUE)
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
