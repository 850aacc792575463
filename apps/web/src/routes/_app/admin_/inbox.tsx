import { createFileRoute } from '@tanstack/react-router'
import { InboxPage, loadInbox, readInboxPlace } from '../../../inbox/inbox-page.tsx'

export const Route = createFileRoute('/_app/admin_/inbox')({
  // The address holds the message, so that it can be shared.
  validateSearch: readInboxPlace,
  loaderDeps: ({ search }) => readInboxPlace(search),
  loader: loadInbox,
  component: InboxRoute,
})

function InboxRoute() {
  return <InboxPage {...readInboxPlace(Route.useSearch())} />
}
