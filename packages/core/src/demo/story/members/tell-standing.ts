import {
  actorOf,
  audit,
  type Fate,
  later,
  mail,
  type Person,
  STAFF,
  type StaffName,
  type World,
} from '../world.ts'

const DAY_MINUTES = 24 * 60

/** What staff decided about single members: suspensions, pauses and their appeals, notes. */
export function tellStanding(world: World): void {
  const [one, other] = of(world, 'suspended')
  if (one) suspend(world, one, 'Four accounts were opened on one phone within an hour')
  if (other) suspend(world, other, 'Answers of three surveys are the same as another member’s')
  const [closing] = of(world, 'closing')
  if (closing) close(world, closing)
  tellPauses(world)
  tellNotes(world)
}

const of = ({ people }: World, fate: Fate) => people.filter((person) => person.fate === fate)

function change({ rows }: World, { memberId }: Person, columns: object): void {
  const row = rows.member.find((member) => member.memberId === memberId)
  if (row) Object.assign(row, columns)
}

function suspend(world: World, person: Person, reason: string): void {
  const at = world.calendar.atDesk(later(world.calendar.at(person.leftDaysAgo, 0), 14 * 60))
  change(world, person, { suspendedAt: at, suspensionReason: reason })
  audit(world, {
    at,
    by: STAFF.finance,
    action: 'member.suspended',
    subject: `member:${person.memberId}`,
    reason,
  })
  mail(world, {
    at: later(at, 0.1),
    kind: 'sendAccountSuspended',
    to: person.email,
    subject: 'Your Chuma account is suspended',
  })
}

function close(world: World, person: Person): void {
  const { calendar, rows } = world
  const at = calendar.at(person.leftDaysAgo, 20 * 60)
  change(world, person, { deletionDueAt: later(at, 14 * DAY_MINUTES) })
  const actor = `member:${person.memberId}`
  rows.auditEntry.push({
    at,
    actor,
    action: 'member.deletion-requested',
    subject: actor,
    before: null,
    after: null,
    reason: null,
    address: person.address,
  })
  mail(world, {
    at: later(at, 0.1),
    kind: 'sendDeletionRequested',
    to: person.email,
    subject: 'Your Chuma account will be deleted',
  })
}

type Pause = { daysAgo: number; reason: string; appeal?: string; answer?: string; lift?: string }

const PAUSES: Partial<Record<Fate, Pause[]>> = {
  paused: [{ daysAgo: 9, reason: 'The M-Pesa number is registered to somebody else' }],
  appealing: [
    {
      daysAgo: 6,
      reason: 'Two accounts were used on this phone on the same day',
      appeal:
        'My sister and I share one phone since mine was stolen. We have a number each, and I can send both ID cards.',
    },
    {
      daysAgo: 6,
      reason: 'The last three surveys were answered in less than a minute each',
      appeal:
        'Nilijibu haraka kwa sababu maswali yalikuwa yaleyale ya wiki iliyopita. Naomba mniangalilie tena.',
    },
  ],
  refused: [
    {
      daysAgo: 20,
      reason: 'Answers came from two countries within one hour',
      appeal: 'I use a VPN at work. It is not a second person.',
      answer:
        'The surveys are for people in Kenya, and a VPN hides that. Please answer without it for two weeks; then we look again.',
    },
  ],
  resumed: [
    {
      daysAgo: 35,
      reason: 'The account’s email and number changed on one day',
      appeal: 'I lost my phone and replaced both. I can come to the office.',
      lift: 'The member called from the new number and answered the security questions.',
    },
    {
      daysAgo: 18,
      reason: 'A partner took back two credits',
      lift: 'The partner’s list was of another member.',
    },
  ],
}

function tellPauses(world: World): void {
  for (const [fate, pauses] of Object.entries(PAUSES)) {
    for (const [index, person] of of(world, fate as Fate).entries()) {
      const pause = pauses[index]
      if (pause && person.joinedDaysAgo > pause.daysAgo) pausePayouts(world, person, pause)
    }
  }
}

function pausePayouts(world: World, person: Person, { daysAgo, reason, appeal, answer, lift }: Pause): void {
  const { rows, random, calendar } = world
  const pausedAt = calendar.at(daysAgo, 11 * 60 + 40)
  const appealedAt = later(pausedAt, 7 * 60)
  const decidedAt = calendar.atDesk(later(appealedAt, 20 * 60))
  const { memberId, email } = person
  const subject = `member:${memberId}`
  const by: StaffName = STAFF.finance
  rows.payoutPause.push({
    memberId,
    pauseId: random.uuid(),
    reason,
    pausedBy: actorOf(by),
    pausedAt,
    appeal: appeal ?? null,
    appealedAt: appeal ? appealedAt : null,
    appealAnswer: answer ?? null,
    answeredBy: answer ? actorOf(STAFF.owner) : null,
    answeredAt: answer ? decidedAt : null,
    liftReason: lift ?? null,
    liftedBy: lift ? actorOf(STAFF.owner) : null,
    liftedAt: lift ? decidedAt : null,
  })
  audit(world, { at: pausedAt, by, action: 'payouts.paused', subject, reason })
  mail(world, {
    at: later(pausedAt, 0.1),
    kind: 'sendPayoutsPaused',
    to: email,
    subject: 'Your payouts are paused',
  })
  if (answer) {
    const before = { reason, pausedBy: actorOf(by), appeal }
    audit(world, {
      at: decidedAt,
      by: STAFF.owner,
      action: 'payouts.appeal-answered',
      subject,
      before,
      after: { isLifted: false },
      reason: answer,
    })
    mail(world, {
      at: later(decidedAt, 0.1),
      kind: 'sendAppealAnswered',
      to: email,
      subject: 'Our answer to your appeal',
    })
  }
  if (lift) {
    audit(world, { at: decidedAt, by: STAFF.owner, action: 'payouts.pause-lifted', subject, reason: lift })
    mail(world, {
      at: later(decidedAt, 0.1),
      kind: 'sendPayoutsResumed',
      to: email,
      subject: 'Your payouts continue',
    })
  }
}

const NOTES = [
  'Called about a late bank transfer; EFT was on its way. Friendly.',
  'Prefers Swahili on the phone.',
  'Shares a phone with a cousin who is a member too. Checked, two ID cards.',
  'Asked twice for a payout to a relative’s number. Explained the rule.',
  'Good answers in open questions. Ask them for the panel.',
  'Changed number after a SIM swap; confirmed by email.',
  'Reported a broken link of a partner. Correct, thanked.',
  'Wrote on behalf of a chama. Explained that each needs an account.',
]

function tellNotes(world: World): void {
  const { rows, random, calendar, people } = world
  for (const person of people.filter(({ keenness }) => keenness > 0.3).slice(0, 18)) {
    const at = calendar.atDesk(
      calendar.at(random.between(1, Math.max(2, person.joinedDaysAgo - 3)), random.between(9 * 60, 17 * 60)),
    )
    if (!calendar.isPast(at)) continue
    const by = random.pick([STAFF.support, STAFF.finance, STAFF.owner])
    const { memberId } = person
    rows.memberNote.push({
      memberId,
      noteId: random.uuid(),
      note: random.pick(NOTES),
      author: actorOf(by),
      createdAt: at,
    })
    audit(world, { at, by, action: 'member.noted', subject: `member:${memberId}` })
  }
}
