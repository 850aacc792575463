import { createFileRoute } from '@tanstack/react-router'
import { InboxPage, loadInbox } from '../../../inbox/inbox-page.tsx'
import { readInboxPlace } from '../../../inbox/inbox-place.ts'

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
