import { createFileRoute } from '@tanstack/react-router'
import { loadReceivables } from '../../../receivables/data.ts'
import { ReceivablesPage } from '../../../receivables/receivables-page.tsx'

export const Route = createFileRoute('/_app/admin_/receivables')({
  loader: loadReceivables,
  component: ReceivablesPage,
})
