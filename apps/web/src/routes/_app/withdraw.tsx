import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { JUST_NOW_MS } from '../../trpc.ts'
import { allTransactions } from '../../wallet/ledger/all-transactions.tsx'
import { WithdrawPage } from '../../wallet/withdrawals/withdraw-page.tsx'

export const Route = createFileRoute('/_app/withdraw')({
  loader: (context) =>
    loadForMember(context, ({ wallet }, clients) => [
      wallet.getTerms.prefetch(),
      wallet.getBalance.prefetch(),
      wallet.listWithdrawals.prefetch(undefined, { staleTime: JUST_NOW_MS }),
      wallet.listPayoutPauses.prefetch(undefined, { staleTime: JUST_NOW_MS }),
      wallet.listPayoutDetails.prefetch(),
      clients.queryClient.prefetchInfiniteQuery(allTransactions(clients.client)),
    ]),
  component: () => (
    <RequireMember>
      <WithdrawPage />
    </RequireMember>
  ),
})
