import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from './-admin/admin-page.tsx'

export const Route = createFileRoute('/_app/admin')({ component: AdminPage })
