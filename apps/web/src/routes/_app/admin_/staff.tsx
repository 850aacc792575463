import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../admin/frame/access.ts'
import { StaffPage } from '../../../admin/staff/staff-page.tsx'

export const Route = createFileRoute('/_app/admin_/staff')({
  staticData: { opensWith: 'admin.listStaff' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.listStaff.prefetch(),
      admin.listPeople.prefetch(),
      admin.listApiKeys.prefetch(),
    ]),
  component: StaffPage,
})
