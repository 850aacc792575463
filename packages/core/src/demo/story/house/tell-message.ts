import { later } from '../create-calendar.ts'
import { actorOf, audit, mail, type Person, type StaffName, type World } from '../world.ts'

type Reply = { at: Date; by: StaffName; text: string }
type Message = {
  at: Date
  person: Pick<Person, 'memberId' | 'firstName' | 'lastName' | 'email' | 'address'> | null
  visitor?: { name: string; email: string }
  subject: string
  message: string
  status: 'new' | 'answered' | 'closed'
  reply?: Reply
}

/** Write a message of the contact form, its answer, and who closed it. */
export function tellMessage(
  world: World,
  { at, person, visitor, subject, message, status, reply }: Message,
): void {
  const { rows, random, calendar } = world
  if (!calendar.isPast(at)) return
  const messageId = random.uuid()
  const email = person?.email ?? visitor?.email ?? 'visitor@demo.chuma'
  const isAnswered = reply !== undefined && calendar.isPast(reply.at)
  rows.contactMessage.push({
    messageId,
    memberId: person?.memberId ?? null,
    name: person ? `${person.firstName} ${person.lastName}` : (visitor?.name ?? 'Visitor'),
    email,
    subject,
    message,
    status: reply && !isAnswered ? 'new' : status,
    createdAt: at,
    address: person?.address ?? '105.160.4.90',
    userAgent: 'Chrome on Android',
  })
  mail(world, {
    at: later(at, 0.1),
    kind: 'sendContactMessage',
    to: 'support@demo.chuma',
    subject: `Message: ${subject}`,
  })
  if (!reply || !isAnswered) return
  const replyId = random.uuid()
  rows.contactReply.push({
    replyId,
    messageId,
    memberId: person?.memberId ?? null,
    recipient: email,
    subject: `Re: ${subject}`,
    text: reply.text,
    repliedBy: actorOf(reply.by),
    repliedAt: reply.at,
  })
  const contact = `contact:${messageId}`
  audit(world, {
    at: reply.at,
    by: reply.by,
    action: 'contact.answered',
    subject: contact,
    before: { status: 'new' },
    after: { status: 'answered', replyId },
  })
  mail(world, { at: later(reply.at, 0.1), kind: 'sendContactReply', to: email, subject: `Re: ${subject}` })
  if (status !== 'closed') return
  const closed = { before: { status: 'answered' }, after: { status: 'closed' } }
  audit(world, {
    at: calendar.atDesk(later(reply.at, 19 * 60)),
    by: reply.by,
    action: 'contact.closed',
    subject: contact,
    ...closed,
  })
}
