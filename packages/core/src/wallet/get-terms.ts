import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import { highestRate } from '../books/tax/calculate-tax.ts'
import type { Deps } from '../deps.ts'
import { isReferralOpen } from '../referral/is-referral-open.ts'
import { areCodesOpen } from './destinations/are-codes-open.ts'

/** Load the rates, limits and open methods of the wallet. Public: the landing page shows them too. */
export async function getTerms(deps: Pick<Deps, 'db' | 'economy' | 'payouts' | 'sms'>): Promise<WalletTerms> {
  const economy = await deps.economy()
  return {
    ...economy,
    isReferralOpen: isReferralOpen(economy),
    areCodesOpen: areCodesOpen(deps, economy),
    methods: [...deps.payouts.methods],
    taxPercent: await highestRate(deps.db),
  }
}
