import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../admin/frame/access.ts'
import { StaffTaxPage } from '../../../books/tax/staff-tax-page.tsx'

export const Route = createFileRoute('/_app/admin_/tax')({
  staticData: { opensWith: 'admin.getTaxReport' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.getTaxReport.prefetch()]),
  component: StaffTaxPage,
})
