import { createFileRoute } from '@tanstack/react-router'
import { loadStaff, StaffPage } from '../../../admin/staff/staff-page.tsx'

export const Route = createFileRoute('/_app/admin_/staff')({
  loader: loadStaff,
  component: StaffPage,
})
