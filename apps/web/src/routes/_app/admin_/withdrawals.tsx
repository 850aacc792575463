import { createFileRoute } from '@tanstack/react-router'
import { startWithdrawals, WithdrawalsPage } from '../../../payouts/withdrawals-tab.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/withdrawals')({
  staticData: { opensWith: 'admin.listWithdrawals' },
  loader: (loading) => loadForStaff(loading, startWithdrawals),
  component: WithdrawalsPage,
})
