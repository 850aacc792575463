import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { SUCCESS } from './payouts.ts'
import { listOrdinary } from './people.ts'
import story from './story.json' with { type: 'json' }
import { actorOf, DAY, HOUR, later, type Person, STAFF, type World } from './world.ts'

const of = ({ people }: World, fate: string) => people.filter((person) => person.fate === fate)

function change({ rows }: World, { memberId }: Person, columns: StoryRow<'member'>): void {
  Object.assign(rows.member.find((member) => member.memberId === memberId) ?? {}, columns)
}

/** The fate of single members: corrections, premium, and what staff decided about them. */
export function tellStanding(world: World): void {
  for (const tell of [tellCorrections, tellPremium, tellDecisions]) tell(world)
}

/** Suspensions, pauses and their appeals, notes. */
function tellDecisions(world: World): void {
  const { calendar, act, mail, random, rows, people } = world
  for (const [index, person] of of(world, 'suspended').entries()) {
    const at = calendar.atDesk(calendar.at(person.leftDaysAgo, 14 * HOUR))
    const reason = story.suspensions[index] ?? ''
    change(world, person, { suspendedAt: at, suspensionReason: reason })
    act(STAFF.finance, at)('member.suspended', `member:${person.memberId}`, { reason })
    mail(at, person.email, ['sendAccountSuspended', 'Your Chuma account is suspended'])
  }
  // The one whose fate is `erased` is due; the caller's next step erases them.
  for (const person of [...of(world, 'closing'), ...of(world, 'erased')]) {
    const at = calendar.at(person.leftDaysAgo, 20 * HOUR)
    const actor = `member:${person.memberId}`
    change(world, person, { deletionDueAt: later(at, 14 * DAY) })
    act(actor, at)('member.deletion-requested', actor, { address: person.address })
    mail(at, person.email, ['sendDeletionRequested', 'Your Chuma account will be deleted'])
  }
  const waiting = [...people]
  for (const pause of story.pauses) {
    const place = waiting.findIndex(({ fate }) => fate === pause.fate)
    for (const person of waiting.splice(place, 1)) pausePayouts(world, person, pause)
  }
  for (const { memberId, joinedDaysAgo } of people.filter(({ keenness }) => keenness > 0.3).slice(0, 18)) {
    const daysAgo = random.between(2, Math.max(2, joinedDaysAgo - 3))
    const createdAt = calendar.atDesk(calendar.at(daysAgo, random.between(9 * HOUR, 17 * HOUR)))
    if (!calendar.isPast(createdAt)) continue
    const by = random.pick([STAFF.support, STAFF.finance, STAFF.owner])
    const note = random.pick(story.said.memberNotes)
    rows.memberNote.push({ memberId, noteId: random.uuid(), note, author: actorOf(by), createdAt })
    act(by, createdAt)('member.noted', `member:${memberId}`)
  }
}

function pausePayouts(world: World, { memberId, email }: Person, pause: (typeof story.pauses)[number]): void {
  const { calendar, random, rows, act, mail } = world
  const { daysAgo, reason, appeal, answer, lift } = pause
  const pausedAt = calendar.at(daysAgo, 11 * HOUR + 40)
  const decidedAt = calendar.atDesk(later(pausedAt, 27 * HOUR))
  const [pausedBy, owner, subject] = [actorOf(STAFF.finance), actorOf(STAFF.owner), `member:${memberId}`]
  rows.payoutPause.push({
    ...{ memberId, pauseId: random.uuid(), reason, pausedBy, pausedAt },
    ...(appeal && { appeal, appealedAt: later(pausedAt, 7 * HOUR) }),
    ...(answer && { appealAnswer: answer, answeredBy: owner, answeredAt: decidedAt }),
    ...(lift && { liftReason: lift, liftedBy: owner, liftedAt: decidedAt }),
  })
  act(STAFF.finance, pausedAt)('payouts.paused', subject, { reason })
  mail(pausedAt, email, ['sendPayoutsPaused', 'Your payouts are paused'])
  if (answer) {
    const sides = { before: { reason, pausedBy, appeal }, after: { isLifted: false } }
    act(STAFF.owner, decidedAt)('payouts.appeal-answered', subject, { ...sides, reason: answer })
    mail(decidedAt, email, ['sendAppealAnswered', 'Our answer to your appeal'])
  }
  if (lift) {
    act(STAFF.owner, decidedAt)('payouts.pause-lifted', subject, { reason: lift })
    mail(decidedAt, email, ['sendPayoutsResumed', 'Your payouts continue'])
  }
}

const KES_PER_MONTH = 1000

/** Monthly payments of those who have or had premium, and a payment in every other state. */
function tellPremium(world: World): void {
  const { people, calendar, random, act } = world
  for (const person of people) {
    for (let from = person.premiumFrom ?? 0; from > 0; from -= 30) {
      const at = calendar.at(from, 9 * HOUR - 2)
      if (at < (person.premiumUntil ?? calendar.now)) payMonth(world, person, at)
    }
  }
  const payers = listOrdinary(world, 0)
  for (const [index, { minutesAgo, isSent, state, ...told }] of story.premiumPayments.entries()) {
    const payer = payers[index * 2]
    const at = calendar.ago(minutesAgo)
    if (!payer || payer.joinedAt > at) continue
    const settledAt = calendar.atDesk(later(at, DAY))
    const note = told.resultDescription ?? null
    const isClosed = state === 'closed'
    const paymentId = addPayment(world, payer, {
      ...{ at, state: state as 'asked', ...told },
      ...(isSent && { checkoutRequestId: `ws_CO_${at.getTime()}${random.code(6)}` }),
      ...(note === null && { nextCheckAt: calendar.ago(-20 * HOUR) }),
      ...(told.reportedKes && { receipt: random.receipt() }),
      ...(isClosed && { settledAt, decidedBy: actorOf(STAFF.finance), decisionNote: note }),
    })
    const closed = { before: { state: 'review' }, reason: note }
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
  const reference = { memberId, paymentId, createdAt: at }
  rows.premiumPayment.push({ checks: 0, ...asked, ...reference, ...payment })
  const { checkoutRequestId, receipt, state } = payment
  if (checkoutRequestId)
    rows.premiumReference.push({ kind: 'checkout', value: checkoutRequestId, ...reference })
  if (receipt && state === 'paid')
    rows.premiumReference.push({ kind: 'receipt', value: receipt, ...reference })
  return paymentId
}

function payMonth(world: World, person: Person, at: Date): void {
  const { random, rows, mail } = world
  const [receipt, createdAt] = [random.receipt(), later(at, 0.7)]
  const checkoutRequestId = `ws_CO_${at.getTime()}${random.code(6)}`
  const paid = { state: 'paid', receipt, reportedKes: KES_PER_MONTH, settledAt: createdAt } as const
  const paymentId = addPayment(world, person, { at, checkoutRequestId, ...paid, ...SUCCESS })
  const reason = `Paid by M-Pesa, receipt ${receipt}`
  const granted = { kind: 'payment' as const, sourceKey: `payment:${paymentId}`, reason, actor: 'system' }
  const until = { months: 1, premiumUntil: later(createdAt, 30 * DAY), createdAt }
  rows.premiumGrant.push({ memberId: person.memberId, grantId: random.uuid(), ...granted, ...until })
  mail(createdAt, person.email, ['sendPremiumStarted', 'Your premium membership has started'])
}

/** Points that staff corrected. After everything else: a correction says what the balance was. */
function tellCorrections(world: World): void {
  const { rows, random, calendar } = world
  const known = listOrdinary(world, 55)
  for (const [index, { delta, daysAgo, reason }] of story.corrections.entries()) {
    const person = known[index]
    const at = calendar.atDesk(calendar.at(daysAgo, 12 * HOUR + 7))
    if (!person || world.spendableAt(person, at) + delta < 0) continue
    const { memberId } = person
    const [id, by, text] = [random.uuid(), actorOf(STAFF.finance), 'Corrected by our staff']
    const before = world.numbersAt(memberId, at)
    const after = { ...before, points: before.points + delta }
    world.post(person, at, { kind: 'adjustment', points: delta, key: `correction:${id}`, text, id, by })
    rows.earningsCorrection.push({
      ...{ memberId, correctionId: id, reason, actor: by, createdAt: at },
      ...{ totalBefore: before.totalEarnings, totalAfter: after.totalEarnings },
      ...{ pointsBefore: before.points, pointsAfter: after.points },
    })
    const sides = { before, after }
    world.act(STAFF.finance, at)('member.earnings-edited', `member:${memberId}`, { ...sides, reason })
  }
}
