import { createFileRoute } from '@tanstack/react-router'
import { StaffPage } from '../../../admin/staff/staff-page.tsx'

export const Route = createFileRoute('/_app/admin_/staff')({ component: StaffPage })
