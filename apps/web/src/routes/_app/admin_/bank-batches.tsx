import { createFileRoute } from '@tanstack/react-router'
import { BatchesPage } from '../../../payouts/batches/batches-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/bank-batches')({
  staticData: { opensWith: 'admin.listBankBatches' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.listBankBatches.prefetch()]),
  component: BatchesPage,
})
