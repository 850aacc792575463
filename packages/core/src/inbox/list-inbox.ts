import { countNewMessages, listMessages } from '@chuma/db/queries/inbox/inbox'
import type { Deps } from '../deps.ts'

/** List a page of messages, newest first, and count all that wait for an answer. */
export async function listInbox({ db }: Deps, filter: Parameters<typeof listMessages>[1]) {
  const [messages, newCount] = await Promise.all([listMessages(db, filter), countNewMessages(db)])
  return { messages, newCount }
}
