import { countNewMessages, listMessages } from '@chuma/db/queries/inbox/inbox'
import type { Deps } from '../deps.ts'

/** A page of what people wrote to us, newest first, and how much of all of it still waits for an answer. */
export async function listInbox({ db }: Deps, filter: Parameters<typeof listMessages>[1]) {
  const [messages, newCount] = await Promise.all([listMessages(db, filter), countNewMessages(db)])
  return { messages, newCount }
}
