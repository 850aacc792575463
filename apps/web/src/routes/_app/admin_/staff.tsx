import { createFileRoute } from '@tanstack/react-router'
import { loadStaff } from '../../../admin/staff/load-staff.ts'
import { StaffPage } from '../../../admin/staff/staff-page.tsx'

export const Route = createFileRoute('/_app/admin_/staff')({
  loader: loadStaff,
  component: StaffPage,
})
