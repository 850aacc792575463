import { createFileRoute } from '@tanstack/react-router'
import { BatchesPage } from '../../../payouts/batches/batches-page.tsx'
import { loadBatches } from '../../../payouts/batches/load-batches.ts'

export const Route = createFileRoute('/_app/admin_/bank-batches')({
  loader: loadBatches,
  component: BatchesPage,
})
