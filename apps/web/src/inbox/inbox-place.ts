import { readId } from '../admin/read-id.ts'

export type InboxPlace = { message?: string; templates?: true }

/** What an address shows of the inbox: one message, the templates, or the list. */
export function readInboxPlace(search: Record<string, unknown>): InboxPlace {
  return search.templates === true ? { templates: true } : readId(search, 'message')
}
