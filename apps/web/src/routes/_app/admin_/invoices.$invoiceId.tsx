import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../admin/frame/access.ts'
import { InvoicePage } from '../../../receivables/invoices.tsx'

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
