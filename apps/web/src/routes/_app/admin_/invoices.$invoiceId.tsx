import { createFileRoute } from '@tanstack/react-router'
import { InvoicePage } from '../../../receivables/invoices.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/invoices/$invoiceId')({
  staticData: { opensWith: 'admin.getPartnerInvoice' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.getPartnerInvoice.prefetch({ id: loading.params.invoiceId }),
    ]),
  component: InvoiceRoute,
})

function InvoiceRoute() {
  const { invoiceId } = Route.useParams()
  return <InvoicePage key={invoiceId} invoiceId={invoiceId} />
}
