import { createFileRoute } from '@tanstack/react-router'
import { loadPartnerAccount } from '../../../receivables/data.ts'
import { PartnerAccountPage } from '../../../receivables/partner-account-page.tsx'

export const Route = createFileRoute('/_app/admin_/receivables_/$partnerId')({
  loader: loadPartnerAccount,
  component: PartnerAccountRoute,
})

function PartnerAccountRoute() {
  const { partnerId } = Route.useParams()
  return <PartnerAccountPage key={partnerId} partnerId={partnerId} />
}
