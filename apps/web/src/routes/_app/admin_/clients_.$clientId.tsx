import { createFileRoute } from '@tanstack/react-router'
import { ClientDeskPage } from '../../../clients/desk/client-desk-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/clients_/$clientId')({
  staticData: { opensWith: 'admin.getClient' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => {
      const { clientId } = loading.params
      return [admin.getClient.prefetch({ id: clientId }), admin.getClientStatement.prefetch({ clientId })]
    }),
  component: ClientDeskRoute,
})

function ClientDeskRoute() {
  const { clientId } = Route.useParams()
  return <ClientDeskPage key={clientId} clientId={clientId} />
}
