import { actorOf, audit, later, mail, type Person, STAFF, type StaffName, type World } from '../world.ts'

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

type Text = {
  daysAgo: number
  hour: number
  /** The first name of the member who writes; null: a visitor. */
  from: string | null
  visitor?: { name: string; email: string }
  subject: string
  message: string
  /** Null: nobody has answered yet. */
  reply: string | null
  isClosed?: boolean
}

/** What people write to a site that pays them, and what a kind person answers. */
const INBOX_TEXTS: readonly Text[] = [
  {
    daysAgo: 85,
    hour: 9,
    from: 'Akinyi',
    subject: 'How long does a first payout take?',
    message: 'I asked for KES 10,000 this morning. When will it be on my phone?',
    reply:
      'Dear Akinyi,\n\na person looks at the first payout to a new number. That takes up to one working day.',
    isClosed: true,
  },
  {
    daysAgo: 79,
    hour: 15,
    from: 'Hassan',
    subject: 'A survey closed on me',
    message: 'The survey about radio closed before I was done. Do I lose the points?',
    reply:
      'Dear Hassan,\n\nan open survey waits for two weeks. Open it again, and it continues where you stopped.',
    isClosed: true,
  },
  {
    daysAgo: 72,
    hour: 11,
    from: 'Njoki',
    subject: 'Jinsi ya kubadilisha nambari',
    message: 'Nimepata laini mpya. Nibadilishe nambari ya M-Pesa wapi?',
    reply:
      'Habari Njoki,\n\nandika nambari mpya utakapotoa pesa tena. Malipo ya kwanza kwa nambari mpya huangaliwa na mtu.',
    isClosed: true,
  },
  {
    daysAgo: 66,
    hour: 8,
    from: null,
    visitor: { name: 'Dr. Lucy Wanjohi', email: 'lucy.wanjohi@university.example' },
    subject: 'Members for a study on sleep',
    message:
      'Our department would like to ask 200 people about their sleep. What does it cost, and how soon can it begin?',
    reply:
      'Dear Dr. Wanjohi,\n\nthank you. A survey of ten minutes for 200 people in Kenya takes about a week. We call you tomorrow.',
    isClosed: true,
  },
  {
    daysAgo: 58,
    hour: 17,
    from: 'Peter',
    subject: 'Is there a fee to join?',
    message: 'A man in my estate asks KES 200 to register people at Chuma. Is that you?',
    reply:
      'Dear Peter,\n\nno. Joining is free, and nobody may take money for it in our name. Please send us their number if you have it.',
    isClosed: true,
  },
  {
    daysAgo: 52,
    hour: 10,
    from: 'Rehema',
    subject: 'Can I be paid in Tanzania?',
    message: 'I live in Arusha. Can you send to a Tanzanian number?',
    reply:
      'Dear Rehema,\n\nnot yet: M-Pesa of Kenya pays Kenyan numbers only. A bank account in Kenya works.',
  },
  {
    daysAgo: 46,
    hour: 12,
    from: null,
    visitor: { name: 'Moses Kiilu', email: 'moses.kiilu@radio.example' },
    subject: 'Interview about earning online',
    message: 'I make a programme on side incomes. May I talk to somebody next week?',
    reply: 'Dear Moses,\n\ngladly. Wednesday at ten suits us; please call the number on our contact page.',
    isClosed: true,
  },
  {
    daysAgo: 40,
    hour: 19,
    from: 'Zawadi',
    subject: 'Bonasi ya mwaliko',
    message: 'Nimemwalika rafiki wiki hii. Bonasi inalipwa lini?',
    reply: 'Habari Zawadi,\n\nbonasi inalipwa baada ya rafiki yako kulipwa kwa mara ya kwanza.',
    isClosed: true,
  },
  {
    daysAgo: 37,
    hour: 9,
    from: 'Lilian',
    subject: 'The spot on the radio',
    message: 'I joined because of the radio spot. Where do I put the code that it gave?',
    reply: 'Dear Lilian,\n\nthe code belongs in the sign-up form. We have added it for you.',
    isClosed: true,
  },
  {
    daysAgo: 31,
    hour: 14,
    from: 'Faith',
    subject: 'Premium: can I stop?',
    message: 'If I pay for one month, will I be charged again the month after?',
    reply:
      'Dear Faith,\n\nno. We never take money without asking. After a month it ends unless you pay again.',
  },
  {
    daysAgo: 21,
    hour: 16,
    from: 'Musa',
    subject: 'No surveys for Uganda',
    message: 'There are only two surveys for me. Will there be more?',
    reply: 'Dear Musa,\n\na new one for Uganda comes next week. You will see it in your list.',
  },
  {
    daysAgo: 17,
    hour: 10,
    from: 'Purity',
    subject: 'Proof rejected',
    message: 'My proof was rejected, but the link works on my phone.',
    reply:
      'Dear Purity,\n\nthe post was visible to your friends only. Make it public and hand it in again; then it counts.',
    isClosed: true,
  },
  {
    daysAgo: 13,
    hour: 13,
    from: 'Victor',
    subject: 'Twenty minutes, three points',
    message: 'A survey said ten minutes and took twenty. That should be said before.',
    reply: 'Dear Victor,\n\nyou are right, and thank you. We measured again and corrected the time.',
  },
  {
    daysAgo: 11,
    hour: 20,
    from: 'Sarah',
    subject: 'Living abroad',
    message: 'I am Kenyan and live in Leeds. May I answer surveys for Kenya?',
    reply:
      'Dear Sarah,\n\nthose ask about life in Kenya, so they go to people who live there. The global ones are open to you.',
  },
  {
    daysAgo: 8,
    hour: 9,
    from: 'Ibrahim',
    subject: 'Statement for my sacco',
    message: 'My sacco wants proof of income. Can you give me a statement?',
    reply: 'Dear Ibrahim,\n\nyes: Statements, in your account, has one for each month. You can print it.',
    isClosed: true,
  },
  {
    daysAgo: 6,
    hour: 15,
    from: 'Mariam',
    subject: 'Sikupokea barua pepe',
    message: 'Nimebadilisha barua pepe na sijapata kiungo cha kuthibitisha.',
    reply: 'Habari Mariam,\n\ntumetuma tena. Angalia pia kwenye folda ya spam.',
  },
  {
    daysAgo: 5,
    hour: 11,
    from: 'Ruth',
    subject: 'Second account for my mother',
    message: 'My mother has no email. May I open an account with mine?',
    reply: 'Dear Ruth,\n\none address belongs to one person. A second email address is free at any provider.',
    isClosed: true,
  },
  {
    daysAgo: 3,
    hour: 8,
    from: 'Tom',
    subject: 'Points were taken back',
    message: 'A partner took back points that I had earned last week. Why, and can I object?',
    reply:
      'Dear Tom,\n\nthe partner’s check found answers that contradict each other. Write to us what you answered, and we ask them again.',
  },
  {
    daysAgo: 2,
    hour: 17,
    from: 'Evans',
    subject: 'Number on two phones',
    message: 'I have one line on two phones. Will both get the message of the payout?',
    reply: null,
  },
  {
    daysAgo: 1,
    hour: 10,
    from: 'Winnie',
    subject: 'Malipo yangu yamekwama',
    message: 'Ombi langu linasema linasubiri tangu jana. Kuna kitu ninachopaswa kufanya?',
    reply: null,
  },
  {
    daysAgo: 1,
    hour: 14,
    from: null,
    visitor: { name: 'Janet Muli', email: 'janet.muli@soko.example' },
    subject: 'Advertise our market days',
    message: 'We run market days in Machakos. What does a micro-job with 100 people cost?',
    reply: null,
  },
  {
    daysAgo: 1,
    hour: 19,
    from: 'Felix',
    subject: 'Quiz answer is wrong',
    message: 'The quiz says that Lake Turkana is in Uganda. It is in Kenya, mostly.',
    reply: null,
  },
  {
    daysAgo: 0,
    hour: 7,
    from: 'Caroline',
    subject: 'Thank you',
    message: 'My first payout came in four minutes. I did not believe it. Thank you.',
    reply: null,
  },
]

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
