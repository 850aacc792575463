import { createFileRoute } from '@tanstack/react-router'
import { ApprovalsPage, loadApprovals } from '../../../admin/approvals/approvals-page.tsx'

export const Route = createFileRoute('/_app/admin_/approvals')({
  loader: loadApprovals,
  component: ApprovalsPage,
})
