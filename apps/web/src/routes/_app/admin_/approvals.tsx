import { createFileRoute } from '@tanstack/react-router'
import { ApprovalsPage } from '../../../admin/approvals/approvals-page.tsx'
import { loadApprovals } from '../../../admin/approvals/load-approvals.ts'

export const Route = createFileRoute('/_app/admin_/approvals')({
  loader: loadApprovals,
  component: ApprovalsPage,
})
