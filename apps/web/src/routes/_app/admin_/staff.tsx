import { createFileRoute } from '@tanstack/react-router'
import { StaffPage } from '../../../admin/staff/staff-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

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
