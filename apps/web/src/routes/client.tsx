import { createFileRoute } from '@tanstack/react-router'
import { ClientHome } from '../clients/client-home.tsx'
import { loadMessages } from '../i18n/i18n.ts'
import { messageGroupsOf } from '../i18n/message-groups-of.ts'

type Search = { survey?: string | undefined; tab?: 'budget' | 'account' | undefined }

export const Route = createFileRoute('/client')({
  validateSearch: ({ survey, tab }: Search): Search => ({ survey, tab }),
  beforeLoad: ({ location }) => loadMessages(...messageGroupsOf(location.pathname, false)),
  component: ClientRoute,
})

function ClientRoute() {
  return <ClientHome {...Route.useSearch()} />
}
