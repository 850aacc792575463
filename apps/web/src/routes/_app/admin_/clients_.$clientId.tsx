import { createFileRoute } from '@tanstack/react-router'
import { ClientDeskPage } from '../../../clients/desk/client-desk-page.tsx'
import { loadClient } from '../../../clients/desk/data.ts'

export const Route = createFileRoute('/_app/admin_/clients_/$clientId')({
  loader: loadClient,
  component: ClientDeskRoute,
})

function ClientDeskRoute() {
  const { clientId } = Route.useParams()
  return <ClientDeskPage key={clientId} clientId={clientId} />
}
