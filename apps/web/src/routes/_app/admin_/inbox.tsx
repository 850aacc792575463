import { createFileRoute } from '@tanstack/react-router'
import { readId } from '../../../app/page-search.ts'
import { FIRST_MESSAGES, InboxPage, type InboxPlace } from '../../../inbox/inbox-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

/** One message, the templates, or the list. The address holds it, so that it can be shared. */
const readPlace = (search: Record<string, unknown>): InboxPlace =>
  search.templates === true ? { templates: true } : readId(search, 'message')

export const Route = createFileRoute('/_app/admin_/inbox')({
  staticData: { opensWith: 'admin.listMessages' },
  validateSearch: readPlace,
  loaderDeps: ({ search }) => readPlace(search),
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => {
      const { message, templates } = loading.deps
      if (templates) return [admin.listReplyTemplates.prefetch()]
      return [
        message ? admin.getMessage.prefetch({ id: message }) : admin.listMessages.prefetch(FIRST_MESSAGES),
      ]
    }),
  component: InboxRoute,
})

function InboxRoute() {
  return <InboxPage {...readPlace(Route.useSearch())} />
}
