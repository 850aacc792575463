import { createFileRoute } from '@tanstack/react-router'
import { StaffTaxPage } from '../../../books/tax/staff-tax-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/tax')({
  staticData: { opensWith: 'admin.getTaxReport' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.getTaxReport.prefetch()]),
  component: StaffTaxPage,
})
