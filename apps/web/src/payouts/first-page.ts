import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'

export const PAGE_SIZE = 50

/** The list's first query, shared so that other components find it in the cache. */
export function firstPage(status: WithdrawalStatus | undefined) {
  return { limit: PAGE_SIZE, ...(status && { status }) }
}
