import { createFileRoute } from '@tanstack/react-router'
import { loadStaffTax, StaffTaxPage } from '../../../books/tax/staff-tax-page.tsx'

export const Route = createFileRoute('/_app/admin_/tax')({ loader: loadStaffTax, component: StaffTaxPage })
