import { createFileRoute } from '@tanstack/react-router'
import { AutomaticPayoutPage } from '../../../payouts/automatic/automatic-payout-page.tsx'
import { loadAutomaticPayout } from '../../../payouts/automatic/load-automatic-payout.ts'

export const Route = createFileRoute('/_app/admin_/automatic-payout')({
  loader: loadAutomaticPayout,
  component: AutomaticPayoutPage,
})
