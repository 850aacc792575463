import type { premium } from '@chuma/contract/premium/premium'
import type { Answer } from '@chuma/contract/timestamp'
import { getPremium as getStanding } from '@chuma/db/queries/premium/premium'
import { findNewestPayment } from '@chuma/db/queries/premium/premium-payments'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Load whether and until when this member has premium, its price, and the state of their last payment. */
export async function getPremium(deps: Deps, { memberId }: SignedInMember): Promise<Answer<typeof premium>> {
  const [{ premiumKesPerMonth }, standing, payment = null] = await Promise.all([
    deps.economy(),
    getStanding(deps.db, memberId),
    findNewestPayment(deps.db, memberId),
  ])
  return { ...standing, kesPerMonth: premiumKesPerMonth, isPayable: deps.collector !== null, payment }
}
