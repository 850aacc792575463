import { createFileRoute } from '@tanstack/react-router'
import { ApprovalsPage, FIRST_APPROVALS } from '../../../admin/approvals/approvals-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/approvals')({
  staticData: { opensWith: 'admin.listApprovals' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.listApprovals.prefetch(FIRST_APPROVALS)]),
  component: ApprovalsPage,
})
