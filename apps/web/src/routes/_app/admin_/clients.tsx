import { createFileRoute } from '@tanstack/react-router'
import { ClientsPage } from '../../../clients/desk/clients-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/clients')({
  staticData: { opensWith: 'admin.listClients' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.listClients.prefetch({ limit: 100 })]),
  component: ClientsPage,
})
