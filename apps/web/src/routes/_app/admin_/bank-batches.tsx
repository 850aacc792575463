import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../admin/frame/access.ts'
import { BatchesPage } from '../../../payouts/batches/batches-page.tsx'

export const Route = createFileRoute('/_app/admin_/bank-batches')({
  staticData: { opensWith: 'admin.listBankBatches' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.listBankBatches.prefetch()]),
  component: BatchesPage,
})
