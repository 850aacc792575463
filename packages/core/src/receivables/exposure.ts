import type { Trx } from '@chuma/db/client'
import { findExposure, lockAccount } from '@chuma/db/queries/receivables/accounts'
import type { EventInHand } from '../partners/settlement.ts'

/**
 * Whether a partner may owe this amount more before it pays. Where there is a ceiling its credits are counted one after the other, so
 * that parallel ones never pass it together.
 */
export async function fitsExposure(
  trx: Trx,
  { terms, partnerId }: Pick<EventInHand, 'terms' | 'partnerId'>,
  usd: number,
): Promise<boolean> {
  const most = terms.ceilings.maxUsdCentsOutstanding
  if (most === undefined) return true
  await lockAccount(trx, partnerId)
  return Math.round(((await findExposure(trx, partnerId)) + usd) * 10_000) <= most * 100
}

/** The ceiling in a stored scheme. */
export function ceilingOf(scheme: object): number | null {
  const { ceilings } = scheme as { ceilings?: { maxUsdCentsOutstanding?: number } }
  return ceilings?.maxUsdCentsOutstanding ?? null
}
