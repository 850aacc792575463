import { createFileRoute } from '@tanstack/react-router'
import { PartnerAccountPage } from '../../../receivables/partner-account-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/receivables_/$partnerId')({
  staticData: { opensWith: 'admin.listReceivables' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.listReceivables.prefetch(loading.params),
      admin.listPartnerInvoices.prefetch(loading.params),
      admin.listPartnerReceipts.prefetch(loading.params),
    ]),
  component: PartnerAccountRoute,
})

function PartnerAccountRoute() {
  const { partnerId } = Route.useParams()
  return <PartnerAccountPage key={partnerId} partnerId={partnerId} />
}
