import { createFileRoute } from '@tanstack/react-router'
import { ClientDoor } from '../clients/client-door.tsx'
import { loadMessages } from '../i18n/i18n.ts'
import { messageGroupsOf } from '../i18n/message-groups-of.ts'

export const Route = createFileRoute('/client_/login')({
  beforeLoad: ({ location }) => loadMessages(...messageGroupsOf(location.pathname, false)),
  component: ClientDoor,
})
