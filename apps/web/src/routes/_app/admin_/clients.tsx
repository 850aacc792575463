import { createFileRoute } from '@tanstack/react-router'
import { ClientsPage } from '../../../clients/desk/clients-page.tsx'
import { loadClients } from '../../../clients/desk/data.ts'

export const Route = createFileRoute('/_app/admin_/clients')({
  loader: loadClients,
  component: ClientsPage,
})
