import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { JUST_NOW_MS } from '../../trpc.ts'
import { transactionPages } from '../ledger/all-transactions.tsx'

/** Start the balance, the terms, the requests, the saved destinations and the list of postings. */
export function loadWithdraw(loading: Loading): void {
  const fresh = { staleTime: JUST_NOW_MS }
  loadForMember(loading, ({ wallet }, { client, queryClient }) => [
    wallet.getTerms.prefetch(),
    wallet.getBalance.prefetch(),
    wallet.listWithdrawals.prefetch(undefined, fresh),
    wallet.listPayoutPauses.prefetch(undefined, fresh),
    wallet.listPayoutDetails.prefetch(),
    queryClient.prefetchInfiniteQuery(transactionPages(client)),
  ])
}
