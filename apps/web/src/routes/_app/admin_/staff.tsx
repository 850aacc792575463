import { createFileRoute } from '@tanstack/react-router'
import { StaffPage } from '../../../admin/staff/staff-page.tsx'
import { loadForStaff } from '../../../app/load.ts'

export const Route = createFileRoute('/_app/admin_/staff')({
  loader: (context) =>
    loadForStaff(context, ({ admin }) => [admin.listStaff.prefetch(), admin.listApiKeys.prefetch()]),
  component: StaffPage,
})
