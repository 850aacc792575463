import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { JUST_NOW_MS } from '../../trpc.ts'
import { SHOWN_MOVEMENTS } from '../../wallet/movements.tsx'
import { transactionPages, WithdrawPage } from '../../wallet/withdrawals/withdraw-page.tsx'

export const Route = createFileRoute('/_app/withdraw')({
  loader: (loading) =>
    loadForMember(loading, ({ wallet }, { client, queryClient }) => [
      wallet.getTerms.prefetch(),
      wallet.listWithdrawals.prefetch(undefined, { staleTime: JUST_NOW_MS }),
      wallet.listPayoutPauses.prefetch(undefined, { staleTime: JUST_NOW_MS }),
      wallet.listPayoutDetails.prefetch(),
      wallet.listTransactions.prefetch({ limit: SHOWN_MOVEMENTS }),
      queryClient.prefetchInfiniteQuery(transactionPages(client)),
    ]),
  component: () => (
    <RequireMember>
      <WithdrawPage />
    </RequireMember>
  ),
})
