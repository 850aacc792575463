import { createFileRoute } from '@tanstack/react-router'
import { loadInvoice } from '../../../receivables/data.ts'
import { InvoicePage } from '../../../receivables/invoices.tsx'

export const Route = createFileRoute('/_app/admin_/invoices/$invoiceId')({
  loader: loadInvoice,
  component: InvoiceRoute,
})

function InvoiceRoute() {
  const { invoiceId } = Route.useParams()
  return <InvoicePage key={invoiceId} invoiceId={invoiceId} />
}
