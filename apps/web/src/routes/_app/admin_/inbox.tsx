import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../app/load.ts'
import { InboxPage } from '../../../inbox/inbox-page.tsx'
import { readInboxPlace } from '../../../inbox/inbox-place.ts'
import { FIRST_MESSAGES } from '../../../inbox/inbox-section.tsx'

export const Route = createFileRoute('/_app/admin_/inbox')({
  // The address holds the message, so that it can be handed on.
  validateSearch: readInboxPlace,
  loader: (context) =>
    loadForStaff(context, ({ admin }) => {
      const { message, templates } = readInboxPlace(context.location.search)
      if (templates) return [admin.listReplyTemplates.prefetch()]
      return [
        message ? admin.getMessage.prefetch({ id: message }) : admin.listMessages.prefetch(FIRST_MESSAGES),
      ]
    }),
  component: InboxRoute,
})

function InboxRoute() {
  return <InboxPage {...readInboxPlace(Route.useSearch())} />
}
