import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../admin/frame/access.ts'
import { AutomaticPayoutPage } from '../../../payouts/automatic/automatic-payout-page.tsx'

export const Route = createFileRoute('/_app/admin_/automatic-payout')({
  staticData: { opensWith: 'admin.getAutomaticPayout' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.getAutomaticPayout.prefetch()]),
  component: AutomaticPayoutPage,
})
