import { type WalletTerms, WITHDRAWAL_METHODS } from '@chuma/contract/wallet'
import type { Deps } from '../deps.ts'
import { isReferralOpen } from '../referral/is-referral-open.ts'

/** What the wallet's screens calculate with. Public: the landing page quotes it too. */
export async function getTerms(deps: Pick<Deps, 'economy'>): Promise<WalletTerms> {
  const economy = await deps.economy()
  return { ...economy, isReferralOpen: isReferralOpen(economy), methods: [...WITHDRAWAL_METHODS] }
}
