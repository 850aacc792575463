import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../admin/frame/access.ts'
import { ReceivablesPage } from '../../../receivables/receivables-page.tsx'

export const Route = createFileRoute('/_app/admin_/receivables')({
  staticData: { opensWith: 'admin.listReceivables' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.listReceivables.prefetch({})]),
  component: ReceivablesPage,
})
