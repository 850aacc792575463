import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { SUCCESS } from './payouts.ts'
import { listOrdinary } from './people.ts'
import { actorOf, DAY, HOUR, later, newReceipt, type Person, STAFF, tableOf, type World } from './world.ts'

const of = ({ people }: World, fate: string) => people.filter((person) => person.fate === fate)

function change({ rows }: World, { memberId }: Person, columns: StoryRow<'member'>): void {
  Object.assign(rows.member.find((member) => member.memberId === memberId) ?? {}, columns)
}

const SUSPENSIONS = [
  'Four accounts were opened on one phone within an hour',
  'Answers of three surveys are the same as another member’s',
]

const PAUSES = tableOf(
  ['fate', 'daysAgo', 'reason', 'appeal', 'answer', 'lift'],
  `
  paused | 9 | The M-Pesa number is registered to somebody else
  appealing | 6 | Two accounts were used on this phone on the same day
    | My sister and I share one phone since mine was stolen. We have a number each, and can send both ID cards.
  appealing | 6 | The last three surveys were answered in less than a minute each
    | Nilijibu haraka kwa sababu maswali yalikuwa yaleyale ya wiki iliyopita. Naomba mniangalilie tena.
  refused | 20 | Answers came from two countries within one hour
    | I use a VPN at work. It is not a second person.
    | The surveys are for people in Kenya, and a VPN hides that. Please answer without it; then we look again.
  resumed | 35 | The account’s email and number changed on one day
    | I lost my phone and replaced both. I can come to the office. |
    | The member called from the new number and answered the security questions.
  resumed | 18 | A partner took back two credits | | | The partner’s list was of another member.`,
)

const NOTES = [
  'Called about a late bank transfer; EFT was on its way. Friendly.',
  'Prefers Swahili on the phone.',
  'Shares a phone with a cousin who is a member too. Checked, two ID cards.',
  'Good answers in open questions. Ask them for the panel.',
  'Changed number after a SIM swap; confirmed by email.',
]

/** What becomes of single members: corrections, premium, what staff decided about them, and one who is forgotten. */
export function tellStanding(world: World): void {
  for (const tell of [tellCorrections, tellPremium, tellDecisions, tellErasure]) tell(world)
}

/** Suspensions, pauses and their appeals, notes. */
function tellDecisions(world: World): void {
  const { calendar, act, mail, random, rows, people } = world
  for (const [index, person] of of(world, 'suspended').entries()) {
    const at = calendar.atDesk(calendar.at(person.leftDaysAgo, 14 * HOUR))
    const suspensionReason = SUSPENSIONS[index] ?? ''
    change(world, person, { suspendedAt: at, suspensionReason })
    act(STAFF.finance, at)('member.suspended', `member:${person.memberId}`, { reason: suspensionReason })
    mail(at, person.email, ['sendAccountSuspended', 'Your Chuma account is suspended'])
  }
  for (const person of of(world, 'closing')) {
    const at = calendar.at(person.leftDaysAgo, 20 * HOUR)
    const actor = `member:${person.memberId}`
    change(world, person, { deletionDueAt: later(at, 14 * DAY) })
    act(actor, at)('member.deletion-requested', actor, { address: person.address })
    mail(at, person.email, ['sendDeletionRequested', 'Your Chuma account will be deleted'])
  }
  const waiting = [...people]
  for (const pause of PAUSES) {
    const place = waiting.findIndex(({ fate }) => fate === pause.fate)
    for (const person of waiting.splice(place, 1)) pausePayouts(world, person, pause)
  }
  for (const { memberId, joinedDaysAgo } of people.filter(({ keenness }) => keenness > 0.3).slice(0, 18)) {
    const daysAgo = random.between(2, Math.max(2, joinedDaysAgo - 3))
    const createdAt = calendar.atDesk(calendar.at(daysAgo, random.between(9 * HOUR, 17 * HOUR)))
    if (!calendar.isPast(createdAt)) continue
    const by = random.pick([STAFF.support, STAFF.finance, STAFF.owner])
    const note = { noteId: random.uuid(), note: random.pick(NOTES), author: actorOf(by), createdAt }
    rows.memberNote.push({ memberId, ...note })
    act(by, createdAt)('member.noted', `member:${memberId}`)
  }
}

function pausePayouts(
  { calendar, random, rows, act, mail }: World,
  { memberId, email }: Person,
  { daysAgo, reason, appeal, answer, lift }: (typeof PAUSES)[number],
): void {
  const pausedAt = calendar.at(Number(daysAgo), 11 * HOUR + 40)
  const decidedAt = calendar.atDesk(later(pausedAt, 27 * HOUR))
  const [by, owner, subject] = [actorOf(STAFF.finance), actorOf(STAFF.owner), `member:${memberId}`]
  rows.payoutPause.push({
    memberId,
    pauseId: random.uuid(),
    reason,
    pausedBy: by,
    pausedAt,
    ...(appeal && { appeal, appealedAt: later(pausedAt, 7 * HOUR) }),
    ...(answer && { appealAnswer: answer, answeredBy: owner, answeredAt: decidedAt }),
    ...(lift && { liftReason: lift, liftedBy: owner, liftedAt: decidedAt }),
  })
  act(STAFF.finance, pausedAt)('payouts.paused', subject, { reason })
  mail(pausedAt, email, ['sendPayoutsPaused', 'Your payouts are paused'])
  if (answer) {
    const sides = { before: { reason, pausedBy: by, appeal }, after: { isLifted: false } }
    act(STAFF.owner, decidedAt)('payouts.appeal-answered', subject, { ...sides, reason: answer })
    mail(decidedAt, email, ['sendAppealAnswered', 'Our answer to your appeal'])
  }
  if (lift) {
    act(STAFF.owner, decidedAt)('payouts.pause-lifted', subject, { reason: lift })
    mail(decidedAt, email, ['sendPayoutsResumed', 'Your payouts continue'])
  }
}

const KES_PER_MONTH = 1000

const PAYMENTS = tableOf(
  ['state', 'minutes', 'sent', 'checks', 'resultCode', 'result', 'kes'],
  `
  asked | 2 | | 0
  sending | 3 | | 0
  waiting | 4 | sent | 1
  unknown | 41 | sent | 5
  expired | 4320 | sent | 9 | 1037 | No response from the phone.
  failed | 2880 | sent | 1 | 1032 | Request canceled by user.
  failed | 12960 | sent | 1 | 1 | The balance is insufficient.
  review | 1728 | sent | 2 | 0 | KES 500 came instead of KES 1,000 | 500
  closed | 17280 | sent | 3 | | Paid twice on one evening; the second payment was returned from the portal.`,
)

/** Monthly payments of those who have or had premium, some gifts, and a payment in every other state. */
function tellPremium(world: World): void {
  const { people, calendar, random, act } = world
  for (const [index, person] of people.filter(({ premiumFrom }) => premiumFrom !== null).entries()) {
    const { premiumFrom, premiumUntil } = person
    for (let from = premiumFrom ?? 0; from > 0; from -= 30) {
      const at = calendar.at(from, 9 * HOUR - 2)
      if (at >= (premiumUntil ?? calendar.now)) break
      if (index % 4 === 3 && from === premiumFrom) giveMonth(world, person, at)
      else payMonth(world, person, at)
    }
  }
  for (const [index, { state, minutes, sent, checks, resultCode, result, kes }] of PAYMENTS.entries()) {
    const payer = listOrdinary(world, 0)[index * 2]
    const at = calendar.ago(Number(minutes))
    if (!payer || payer.joinedAt > at) continue
    const settledAt = calendar.atDesk(later(at, DAY))
    const isClosed = state === 'closed'
    const paymentId = addPayment(world, payer, {
      ...{ at, state: state as 'asked', checks: Number(checks), resultCode: resultCode || null },
      ...(sent && { checkoutRequestId: `ws_CO_${at.getTime()}${random.code(6)}` }),
      ...(result ? { resultDescription: result } : { nextCheckAt: calendar.ago(-20 * HOUR) }),
      ...(kes && { reportedKes: Number(kes), receipt: newReceipt(random) }),
      ...(isClosed && { settledAt, decidedBy: actorOf(STAFF.finance), decisionNote: result }),
    })
    const closed = { before: { state: 'review' }, reason: result }
    if (isClosed)
      act(STAFF.finance, settledAt)('premium-payment.closed', `premium-payment:${paymentId}`, closed)
  }
}

type Payment = StoryRow<'premiumPayment'> & { at: Date }

function addPayment({ rows, random }: World, person: Person, { at, ...payment }: Payment): string {
  const { memberId, mpesaNumber } = person
  const paymentId = random.uuid()
  const accountReference = `PREM${random.bytes(4).toString('hex').toUpperCase()}`
  const asked = { provider: 'simulator', mpesaNumber, months: 1, amountKes: KES_PER_MONTH, accountReference }
  rows.premiumPayment.push({ checks: 0, ...asked, memberId, paymentId, createdAt: at, ...payment })
  const reference = { memberId, paymentId, createdAt: at }
  const { checkoutRequestId, receipt, state } = payment
  if (checkoutRequestId)
    rows.premiumReference.push({ kind: 'checkout', value: checkoutRequestId, ...reference })
  if (receipt && state === 'paid')
    rows.premiumReference.push({ kind: 'receipt', value: receipt, ...reference })
  return paymentId
}

function payMonth(world: World, person: Person, at: Date): void {
  const receipt = newReceipt(world.random)
  const settledAt = later(at, 0.7)
  const checkoutRequestId = `ws_CO_${at.getTime()}${world.random.code(6)}`
  const paid = { state: 'paid', receipt, reportedKes: KES_PER_MONTH, settledAt } as const
  const paymentId = addPayment(world, person, { at, checkoutRequestId, ...paid, ...SUCCESS })
  const [sourceKey, reason] = [`payment:${paymentId}`, `Paid by M-Pesa, receipt ${receipt}`]
  grant(world, person, { createdAt: settledAt, sourceKey, kind: 'payment', reason, actor: 'system' })
}

function giveMonth(world: World, person: Person, at: Date): void {
  const reason = 'Winner of the draw among those who invited friends'
  const given = { kind: 'staff' as const, reason, actor: actorOf(STAFF.owner) }
  grant(world, person, { createdAt: at, sourceKey: `staff:${world.random.uuid()}`, ...given })
  const after = { premiumUntil: later(at, 30 * DAY).toISOString() }
  world.act(STAFF.owner, at)('premium.granted', `member:${person.memberId}`, { after, reason })
}

function grant({ rows, random, mail }: World, { memberId, email }: Person, given: StoryRow<'premiumGrant'>) {
  const at = given.createdAt ?? new Date()
  const premiumUntil = later(at, 30 * DAY)
  rows.premiumGrant.push({ memberId, grantId: random.uuid(), months: 1, premiumUntil, ...given })
  mail(at, email, ['sendPremiumStarted', 'Your premium membership has started'])
}

const CORRECTIONS = [
  { delta: 25, daysAgo: 51, reason: 'The daily bonus of the day of our outage' },
  { delta: -40, daysAgo: 28, reason: 'One proof was paid twice by mistake' },
  { delta: 15, daysAgo: 9, reason: 'A quiz answer was marked wrongly' },
]

/** Points that staff corrected. After everything else: a correction says what the balance was. */
function tellCorrections(world: World): void {
  const { rows, random, calendar } = world
  const known = listOrdinary(world, 55)
  for (const [index, { delta, daysAgo, reason }] of CORRECTIONS.entries()) {
    const person = known[index]
    const at = calendar.atDesk(calendar.at(daysAgo, 12 * HOUR + 7))
    if (!person || world.spendableAt(person, at) + delta < 0) continue
    const { memberId } = person
    const id = random.uuid()
    const [points, total] = [world.balanceAt(memberId, at), world.earnedBy(memberId, at)]
    const [key, text, by] = [`correction:${id}`, 'Corrected by our staff', actorOf(STAFF.finance)]
    world.post(person, at, { kind: 'adjustment', points: delta, key, text, id, by })
    const balances = { pointsBefore: points, pointsAfter: points + delta }
    const totals = { totalBefore: total, totalAfter: total }
    const corrected = { correctionId: id, reason, actor: by, createdAt: at }
    rows.earningsCorrection.push({ memberId, ...totals, ...balances, ...corrected })
    const before = { totalEarnings: total, points }
    const sides = { before, after: { ...before, points: points + delta } }
    world.act(STAFF.finance, at)('member.earnings-edited', `member:${memberId}`, { ...sides, reason })
  }
}

/** Where an erased member had rows; what the books need stays without a name. */
const EMPTIED = [
  'emailOwner',
  'memberSettings',
  'memberTerms',
  'referralCode',
  'memberReferralCode',
  'surveyAnswer',
  'dailyLogin',
  'payoutDetails',
  'clickReference',
] as const
const NAMES = ['mpesaNumber', 'bankName', 'accountNumber', 'accountName', 'adminComment'] as const

/** One member asked to be forgotten. */
function tellErasure(world: World): void {
  const { rows, calendar, act, post } = world
  for (const person of of(world, 'erased')) {
    const { memberId, email } = person
    const erasedAt = calendar.at(10, 4 * HOUR + 20)
    const left = world.balanceAt(memberId, erasedAt)
    const text = 'Points left when the account was deleted'
    if (left > 0)
      post(person, erasedAt, { kind: 'adjustment', points: -left, key: 'erasure', text, by: 'system' })
    const nobody = { firstName: 'Erased', lastName: 'member', email: `erased-${memberId}@deleted.invalid` }
    const emptied = { country: '', passwordHash: '', emailVerifiedAt: null }
    change(world, person, { ...nobody, ...emptied, deletionDueAt: later(erasedAt, -20), erasedAt })
    const isOther = (row: { memberId?: string | null }) => row.memberId !== memberId
    for (const table of EMPTIED) Object.assign(rows, { [table]: rows[table].filter(isOther) })
    Object.assign(rows, { mailDelivery: rows.mailDelivery.filter(({ recipient }) => recipient !== email) })
    for (const { row } of world.withdrawals.filter((each) => each.person === person)) {
      for (const column of NAMES) if (row[column]) row[column] = 'erased'
    }
    for (const sent of rows.payoutAttempt) if (!isOther(sent)) sent.mpesaNumber = 'erased'
    act('system', erasedAt)('member.erased', `member:${memberId}`)
  }
}
