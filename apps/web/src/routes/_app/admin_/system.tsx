import { createFileRoute } from '@tanstack/react-router'
import { SystemPage } from '../../../admin/system/system-page.tsx'
import { loadForStaff } from '../../../app/load.ts'

export const Route = createFileRoute('/_app/admin_/system')({
  loader: (context) =>
    loadForStaff(context, ({ admin }) => [admin.getSystem.prefetch(), admin.getPayoutQueue.prefetch()]),
  component: SystemPage,
})
