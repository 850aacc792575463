import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { later } from '../create-calendar.ts'
import type { World } from '../world.ts'

/** Not every mail arrives: a full mailbox, a wrong address, a lost connection, and one that is just leaving. */
export function tellMailTrouble({ rows, calendar }: World): void {
  const mails = rows.mailDelivery.filter(({ kind }) => kind !== 'sendQueueStopped')
  const set = (place: number, change: StoryRow<'mailDelivery'>) =>
    Object.assign(mails[Math.floor(mails.length * place)] ?? {}, change)
  const gone = '550 5.1.1 The email account does not exist'
  for (const place of [0.2, 0.5, 0.8]) set(place, { state: 'refused', lastError: gone })
  for (const place of [0.35, 0.72])
    set(place, { state: 'unknown', lastError: 'The connection was lost before the server answered' })
  rows.mailDelivery.sort((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0))
  const [last, before] = [rows.mailDelivery.at(-1), rows.mailDelivery.at(-2)]
  if (last) Object.assign(last, { state: 'sending', settledAt: null, createdAt: later(calendar.now, -0.2) })
  if (before)
    Object.assign(before, {
      state: 'refused',
      settledAt: null,
      attempts: 2,
      lastError: 'EENVELOPE RCPT TO 452: 4.2.2 The mailbox is full',
    })
}
