import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { loadWithdraw, WithdrawPage } from '../../wallet/withdrawals/withdraw-page.tsx'

export const Route = createFileRoute('/_app/withdraw')({
  loader: loadWithdraw,
  component: () => (
    <RequireMember>
      <WithdrawPage />
    </RequireMember>
  ),
})
