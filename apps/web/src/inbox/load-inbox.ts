import { loadForStaff } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'
import type { InboxPlace } from './inbox-place.ts'
import { FIRST_MESSAGES } from './inbox-section.tsx'

export function loadInbox(loading: Loading & { deps: InboxPlace }): void {
  const { message, templates } = loading.deps
  loadForStaff(loading, 'contact:read', ({ admin }) => {
    if (templates) return [admin.listReplyTemplates.prefetch()]
    return [
      message ? admin.getMessage.prefetch({ id: message }) : admin.listMessages.prefetch(FIRST_MESSAGES),
    ]
  })
}
