import { createFileRoute } from '@tanstack/react-router'
import { ReceivablesPage } from '../../../receivables/receivables-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/receivables')({
  staticData: { opensWith: 'admin.listReceivables' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.listReceivables.prefetch({})]),
  component: ReceivablesPage,
})
