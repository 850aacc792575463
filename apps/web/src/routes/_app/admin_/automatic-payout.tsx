import { createFileRoute } from '@tanstack/react-router'
import {
  AutomaticPayoutPage,
  loadAutomaticPayout,
} from '../../../payouts/automatic/automatic-payout-page.tsx'

export const Route = createFileRoute('/_app/admin_/automatic-payout')({
  loader: loadAutomaticPayout,
  component: AutomaticPayoutPage,
})
