import { later } from '../create-calendar.ts'
import { STAFF, type World } from '../world.ts'
import { INBOX_TEXTS } from './inbox-texts.ts'
import { tellMessage } from './tell-message.ts'

/** Three months of messages: the old ones are answered, the newest wait. */
export function tellInbox(world: World): void {
  const { calendar, people, random } = world
  for (const { daysAgo, hour, from, visitor, subject, message, reply, isClosed } of INBOX_TEXTS) {
    const at = calendar.at(daysAgo, hour * 60 + random.between(0, 55))
    const person =
      from === null
        ? null
        : (people.find(({ firstName, joinedAt }) => firstName === from && joinedAt < at) ?? null)
    if (from !== null && !person) continue
    const by = random.pick([STAFF.support, STAFF.support, STAFF.content])
    const answer =
      reply === null
        ? {}
        : { reply: { at: calendar.atDesk(later(at, random.between(25, 600))), by, text: reply } }
    const status = reply === null ? 'new' : isClosed ? 'closed' : 'answered'
    tellMessage(world, { at, person, ...(visitor ? { visitor } : {}), subject, message, status, ...answer })
  }
}
