import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { WithdrawPage } from './-withdraw/withdraw-page.tsx'

export const Route = createFileRoute('/_app/withdraw')({
  component: () => (
    <RequireMember>
      <WithdrawPage />
    </RequireMember>
  ),
})
