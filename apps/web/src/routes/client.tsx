import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ClientLayout } from '../clients/client-layout.tsx'
import { loadMessages } from '../i18n/i18n.ts'
import { messageGroupsOf } from '../i18n/message-groups-of.ts'

export const Route = createFileRoute('/client')({
  beforeLoad: ({ location }) => loadMessages(...messageGroupsOf(location.pathname, false)),
  component: ClientRoute,
})

function ClientRoute() {
  return (
    <ClientLayout>
      <Outlet />
    </ClientLayout>
  )
}
