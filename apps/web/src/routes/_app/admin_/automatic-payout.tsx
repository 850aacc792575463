import { createFileRoute } from '@tanstack/react-router'
import { AutomaticPayoutPage } from '../../../payouts/automatic/automatic-payout-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/automatic-payout')({
  staticData: { opensWith: 'admin.getAutomaticPayout' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.getAutomaticPayout.prefetch()]),
  component: AutomaticPayoutPage,
})
