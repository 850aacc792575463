import { type WalletTerms, WITHDRAWAL_METHODS } from '@chuma/contract/wallet'
import type { Deps } from '../deps.ts'

/** What the wallet's screens calculate with. Public: the landing page quotes it too. */
export async function getTerms(deps: Pick<Deps, 'economy'>): Promise<WalletTerms> {
  return { ...(await deps.economy()), methods: [...WITHDRAWAL_METHODS] }
}
