import { createFileRoute } from '@tanstack/react-router'
import { BatchesPage, loadBatches } from '../../../payouts/batches/batches-page.tsx'

export const Route = createFileRoute('/_app/admin_/bank-batches')({
  loader: loadBatches,
  component: BatchesPage,
})
