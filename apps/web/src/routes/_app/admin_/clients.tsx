import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../admin/frame/access.ts'
import { ClientsPage } from '../../../clients/desk/clients-page.tsx'

export const Route = createFileRoute('/_app/admin_/clients')({
  staticData: { opensWith: 'admin.listClients' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.listClients.prefetch({ limit: 100 })]),
  component: ClientsPage,
})
