import type { Answer } from '@chuma/contract/fields'
import type { premium } from '@chuma/contract/premium/premium'
import { getPremium as getStanding, setCancelled } from '@chuma/db/queries/premium/premium'
import { findNewestPayment } from '@chuma/db/queries/premium/premium-payments'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Cancel premium at the end of its paid or granted time, without a reminder; with `isCancelled` false, undo that. Safe
 * to repeat.
 * @throws AppError PREMIUM_STATE without premium
 */
export async function cancelPremium(
  deps: Deps,
  member: SignedInMember,
  { isCancelled }: { isCancelled: boolean },
): ReturnType<typeof getPremium> {
  if (!(await setCancelled(deps.db, member.memberId, isCancelled))) throw new AppError('PREMIUM_STATE')
  return getPremium(deps, member)
}

/** Load whether and until when this member has premium, its price, and the state of their last payment. */
export async function getPremium(deps: Deps, { memberId }: SignedInMember): Promise<Answer<typeof premium>> {
  const [{ premiumKesPerMonth }, standing, payment = null] = await Promise.all([
    deps.economy(),
    getStanding(deps.db, memberId),
    findNewestPayment(deps.db, memberId),
  ])
  return { ...standing, kesPerMonth: premiumKesPerMonth, isPayable: deps.collector !== null, payment }
}
