import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'

export const PAGE_SIZE = 50

/** What the list asks for before anybody pages on; who asks the same finds its answer in the cache. */
export function firstPage(status: WithdrawalStatus | undefined) {
  return { limit: PAGE_SIZE, ...(status && { status }) }
}
