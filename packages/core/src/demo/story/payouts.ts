import { formatKes } from '@chuma/contract/format-money'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { tellMessage } from './house.ts'
import { addClick, creditClick, takeBack } from './partners.ts'
import story from './story.json' with { type: 'json' }
import { actorOf, DAY, HOUR, later, type Person, STAFF, type Withdrawal, type World } from './world.ts'

const KES_PER_POINT = 1000
const USUAL_POINTS = [4, 5, 6, 8, 10, 10, 12, 15, 15, 20, 20, 25, 30, 40, 60]
const LARGE_POINTS = [110, 150, 200]
/** What M-Pesa says of a payment that arrived. */
export const SUCCESS = {
  resultCode: '0',
  resultDescription: 'The service request is processed successfully.',
}

/** Ask for a payout: the points are held at once. */
function request(world: World, person: Person, { at, points }: { at: Date; points: number }): Withdrawal {
  const { rows, random, withdrawals, post } = world
  const { memberId, bank, mpesaNumber } = person
  const isFirst = !withdrawals.some((other) => other.person === person)
  const isLarge = points > 100
  const riskScore = (isFirst ? 20 : 0) + (isLarge ? 30 : 0)
  const place = bank ? { method: 'bank' as const, ...bank } : { method: 'mpesa' as const, mpesaNumber }
  const [withdrawalId, amountKes] = [random.uuid(), points * KES_PER_POINT]
  const row: Withdrawal['row'] = {
    ...{ memberId, withdrawalId, status: 'pending', requestedAt: at, ...place },
    ...{ points, kesPerPoint: KES_PER_POINT, amountKes, riskScore, isInReview: riskScore >= 50 },
    reviewReasons: [
      ...(isFirst ? [bank ? ('new-bank-account' as const) : ('new-number' as const)] : []),
      ...(isLarge ? ['unusually-large' as const] : []),
    ],
  }
  rows.withdrawal.push(row)
  if (isFirst) rows.payoutDetails.push({ memberId, ...place, updatedAt: at, changedAt: at })
  const text = `Withdrawal of ${formatKes(amountKes)} requested`
  post(person, at, { kind: 'hold', points, id: withdrawalId, text })
  const withdrawal = { person, row }
  withdrawals.push(withdrawal)
  return withdrawal
}

type After = Pick<StoryRow<'withdrawal'>, 'status' | 'payoutState' | 'receipt'>
type Decision = { at: Date; by: string; reason?: string | null }
type Move = Decision & { what: string; after: After }

/** Move a withdrawal, as the audit log tells. */
function move({ act }: World, { row }: Withdrawal, { at, by, what, after, reason = null }: Move): void {
  const before = { status: row.status, payoutState: row.payoutState ?? null }
  Object.assign(row, { ...after, processedBy: by, processedAt: at })
  act(by, at)(`withdrawal.${what}`, `withdrawal:${row.withdrawalId}`, { before, after, reason })
}

/** Staff approve: M-Pesa is queued, a bank transfer waits for a person. */
function approve(world: World, withdrawal: Withdrawal, decision: Decision): void {
  const payoutState = withdrawal.row.method === 'mpesa' ? 'queued' : 'manual'
  const after = { status: 'approved', payoutState, receipt: null } as const
  move(world, withdrawal, { ...decision, what: 'approved', after })
}

type Sending = Omit<StoryRow<'payoutAttempt'>, 'createdAt'> & { at: Date }

/** Record one try at sending the money. */
function attempt(world: World, withdrawal: Withdrawal, { at, ...sending }: Sending): void {
  const { rows, random, calendar } = world
  const { memberId = '', withdrawalId, amountKes } = withdrawal.row
  const { state, attemptNo = 1 } = sending
  const wasSent = state !== 'prepared' && state !== 'not_sent'
  const ref = { memberId, withdrawalId, attemptNo, createdAt: at }
  const originatorConversationId = `po_${random.code(14)}`
  const conversation = `AG_${calendar.dayOf(at).replaceAll('-', '')}_${random.bytes(10).toString('hex')}`
  const conversationId = wasSent && state !== 'sending' ? conversation : null
  const place = { provider: 'simulator', amountKes, mpesaNumber: withdrawal.person.mpesaNumber }
  const sendingAt = wasSent ? later(at, 0.04) : null
  const ids = { ...ref, originatorConversationId, conversationId }
  rows.payoutAttempt.push({ checks: 0, ...ids, ...place, sendingAt, ...sending })
  rows.payoutReference.push({ ...ref, kind: 'originator', value: originatorConversationId })
  if (conversationId) rows.payoutReference.push({ ...ref, kind: 'conversation', value: conversationId })
}

type Payment = { at: Date; receipt?: string; by?: string; reason?: string | null }

/** The money has arrived. `by`: the staff who proved it, if the provider did not. */
function settlePaid(world: World, withdrawal: Withdrawal, { at, by, reason = null, ...payment }: Payment) {
  const { random, rows, post, mail } = world
  const { person, row } = withdrawal
  const { withdrawalId, memberId = '', points, amountKes } = row
  const { receipt = random.receipt() } = payment
  const after = { status: 'paid', payoutState: 'paid', receipt } as const
  if (by) move(world, withdrawal, { at, by, what: 'paid', after, reason })
  Object.assign(row, { ...after, paidAt: at, ...(by && { adminComment: reason }) })
  const text = `Withdrawal of ${formatKes(amountKes)} paid`
  post(person, at, { kind: 'payout', points, id: withdrawalId, text, by: by ?? 'system' })
  const claimedBy = by ? 'staff' : 'provider'
  rows.payoutReceipt.push({ receipt, memberId, withdrawalId, claimedBy, claimedAt: at })
  mail(at, person.email, ['sendWithdrawalPaid', `${formatKes(amountKes)} sent to you`])
}

type Sent = { at: Date; settledAt: Date; attemptNo?: number; checks?: number }

/** The provider sends the money and says so. */
function payByMpesa(world: World, withdrawal: Withdrawal, { settledAt, ...sent }: Sent): void {
  const receipt = world.random.receipt()
  attempt(world, withdrawal, { ...sent, ...SUCCESS, state: 'paid', settledAt, receipt })
  settlePaid(world, withdrawal, { at: settledAt, receipt })
}

type Rejection = { at: Date; reason: string; by?: string }

/** Return the points. After an attempt to pay it, the withdrawal has failed. Without `by`, the provider said so. */
function reject(world: World, withdrawal: Withdrawal, { at, reason, by }: Rejection): void {
  const { person, row } = withdrawal
  const { withdrawalId, points, amountKes, payoutState } = row
  const after = {
    status: 'rejected',
    payoutState: payoutState && payoutState !== 'manual' ? 'failed' : null,
  } as const
  if (by) move(world, withdrawal, { at, by, what: 'rejected', after, reason })
  Object.assign(row, { ...after, adminComment: reason })
  const text = `Withdrawal of ${formatKes(amountKes)} rejected, points restored`
  world.post(person, at, { kind: 'release', points, id: withdrawalId, text, by: by ?? 'system' })
  world.mail(at, person.email, ['sendWithdrawalRejected', 'Your withdrawal was not paid'])
}

function cancel({ post }: World, { person, row }: Withdrawal, at: Date): void {
  const { withdrawalId, points, amountKes } = row
  const cancelled = { processedBy: 'member', processedAt: at, adminComment: 'Cancelled by the member' }
  Object.assign(row, { status: 'rejected', payoutState: 'cancelled', ...cancelled })
  const text = `Withdrawal of ${formatKes(amountKes)} cancelled, points restored`
  post(person, at, { kind: 'release', points, id: withdrawalId, text, by: 'system' })
}

/** Ask for a usual amount, and let staff and the provider do what they usually do. False: there was too little to ask. */
export function tellRequest(world: World, person: Person, at: Date): boolean {
  const { random, calendar, withdrawals } = world
  if (person.pausedAt && at > person.pausedAt) return false
  const spendable = world.spendableAt(person, at)
  const points = random.pick(spendable > 450 && random.chance(0.2) ? LARGE_POINTS : USUAL_POINTS)
  if (spendable < points) return false
  const withdrawal = request(world, person, { at, points })
  if (withdrawals.length % 60 === 40) {
    cancel(world, withdrawal, later(at, 12))
    return true
  }
  const decidedAt = calendar.atDesk(later(at, random.between(20, 7 * HOUR)))
  // The last decisions of today are still to come.
  if (!calendar.isPast(later(decidedAt, 30))) return true
  const payer = calendar.daysAgoOf(decidedAt) > 30 ? STAFF.former : STAFF.payer
  const by = random.pick([STAFF.finance, STAFF.finance, STAFF.payer, STAFF.owner, payer])
  const decision = { at: decidedAt, by }
  if (random.chance(0.06))
    reject(world, withdrawal, { ...decision, reason: random.pick(story.said.withdrawalReasons) })
  else if (withdrawal.row.method === 'bank') payByHand(world, withdrawal, decision)
  else payUsually(world, withdrawal, decision)
  return true
}

function payByHand(world: World, withdrawal: Withdrawal, decision: Decision): void {
  const { random, calendar, withdrawals } = world
  approve(world, withdrawal, decision)
  const at = calendar.atDesk(later(decision.at, random.between(HOUR, 26 * HOUR)))
  const receipt = `EFT-${String(withdrawals.length + 100).padStart(6, '0')}`
  const proof = { receipt, by: STAFF.payer, reason: 'Payment processed' }
  if (calendar.isPast(at)) settlePaid(world, withdrawal, { at, ...proof })
}

/** Most payments arrive; a few fail for good, and some at the first try. */
function payUsually(world: World, withdrawal: Withdrawal, decision: Decision): void {
  const { random } = world
  const { at } = decision
  approve(world, withdrawal, decision)
  const luck = random.next()
  const settledAt = later(at, random.between(5, 45) / 60)
  const fail = (resultCode: string, resultDescription: string) =>
    attempt(world, withdrawal, { state: 'failed', at, settledAt, resultCode, resultDescription })
  if (luck < 0.035) {
    fail('2040', 'The receiver is not a registered M-Pesa customer.')
    const reason = 'M-Pesa does not know this number. Please check it and ask again.'
    reject(world, withdrawal, { at: settledAt, reason })
  } else if (luck < 0.08) {
    fail('26', 'M-Pesa is busy and refused the payment.')
    payByMpesa(world, withdrawal, { at: later(settledAt, 6), settledAt: later(settledAt, 6.4), attemptNo: 2 })
  } else payByMpesa(world, withdrawal, { at, settledAt })
}

/** Payouts beyond the usual: debts, an incident, one that came back, and what is under way when the demo starts. */
export function tellPayouts(world: World): void {
  for (const tell of [tellDebts, tellIncident, tellReturned, tellOpenPayouts]) tell(world)
}

/** Two who withdrew a partner's large reward before the partner took it back. */
function tellDebts(world: World): void {
  const { calendar, people, random } = world
  const task = world.tasks.find(({ title }) => title === 'Open a savings goal')
  for (const person of task ? people.filter(({ fate }) => fate === 'indebted') : []) {
    const at = calendar.at(random.between(30, 34), random.between(9 * HOUR, 17 * HOUR))
    const click = addClick(world, person, { ...task, at } as Parameters<typeof addClick>[2])
    const credit = creditClick(world, click, { at: later(at, 90), canFail: false })
    for (const daysAgo of [19, 17, 16]) {
      const askedAt = calendar.at(daysAgo, 10 * HOUR)
      const points = Math.min(250, world.spendableAt(person, askedAt))
      if (points < 1) continue
      const asked = request(world, person, { at: askedAt, points })
      const decidedAt = calendar.atDesk(later(askedAt, 70))
      const paidAt = later(decidedAt, 0.3)
      approve(world, asked, { at: decidedAt, by: STAFF.payer })
      const proof = { receipt: `EFT-${daysAgo}${random.code(6)}`, by: STAFF.payer }
      if (person.bank) settlePaid(world, asked, { at: paidAt, ...proof })
      else payByMpesa(world, asked, { at: decidedAt, settledAt: paidAt })
    }
    takeBack(world, credit, calendar.at(random.between(3, 6), random.between(9 * HOUR, 15 * HOUR)))
  }
}

type Clock = (hour: number, minute: number) => Date

/** The weekday on which the provider gave no results, and how it was put right. */
function tellIncident(world: World): void {
  const { calendar, people } = world
  const { answer, questions } = story.incident
  const daysAgo = [24, 25, 26, 27].find((day) => [2, 3, 4].includes(calendar.weekdayOf(day))) ?? 24
  const at: Clock = (hour, minute) => calendar.at(daysAgo, hour * HOUR + minute)
  const fates = ['ordinary', 'premium', 'lapsed']
  const able = people.filter(
    (person) => isOnMpesa(person, fates, daysAgo + 3) && world.spendableAt(person, at(8, 0)) > 20,
  )
  const hit = able.slice(0, 9).map((person, index) => {
    const withdrawal = request(world, person, { at: at(8, 12 + 7 * index), points: 5 + ((index * 3) % 14) })
    approve(world, withdrawal, { at: later(at(10, 31), index / 6), by: STAFF.finance })
    return withdrawal
  })
  stopQueue(world, at)
  for (const [index, question] of questions.entries()) {
    const person = hit[index]?.person
    if (!person) continue
    const text = answer.replace('{firstName}', person.firstName)
    const reply = { at: at(11 + index, 24), by: STAFF.support, text }
    tellMessage(world, person, { at: at(11, 2 + 11 * index), ...question, reply, isClosed: index === 3 })
  }
  for (const [index, withdrawal] of hit.entries()) resolve(world, withdrawal, { index, at })
}

const isOnMpesa = ({ country, bank, joinedDaysAgo, fate }: Person, fates: readonly string[], days: number) =>
  country === 'Kenya' && bank === null && joinedDaysAgo > days && fates.includes(fate)

function stopQueue({ act, mail, rows, random }: World, at: Clock): void {
  const queue = 'payout-queue:simulator'
  const stopped = 'No results from M-Pesa since 10:31. Safaricom has been told, ticket INC-48213.'
  const resumed = 'Safaricom delivers results again and has sent those of the morning.'
  act(STAFF.finance, at(10, 52))('payout-queue.stopped', queue, { reason: stopped })
  mail(at(10, 53), 'support@demo.chuma', ['sendQueueStopped', 'Payouts are stopped'])
  const text = { subject: 'Your payout and the M-Pesa outage', text: story.incident.answer }
  const updated = { updatedBy: actorOf(STAFF.support), updatedAt: at(11, 18) }
  rows.contactTemplate.push({ templateId: random.uuid(), name: 'M-Pesa outage', ...text, ...updated })
  act(STAFF.support, at(11, 18))('contact-template.created', 'contact-template:M-Pesa outage')
  act(STAFF.owner, at(15, 6))('payout-queue.resumed', queue, { reason: resumed })
}

function resolve(world: World, withdrawal: Withdrawal, { index, at }: { index: number; at: Clock }): void {
  const sent = { at: later(at(10, 31), index / 6), checks: 4 }
  const settledAt = later(at(15, 9), index / 4)
  const by = STAFF.finance
  // The provider's own word, four hours late.
  if (index < 5) payByMpesa(world, withdrawal, { ...sent, settledAt })
  else if (index < 7) {
    const [receipt, provenAt] = [world.random.receipt(), at(13, 31 + index)]
    attempt(world, withdrawal, { ...sent, state: 'paid', settledAt: provenAt, receipt })
    const reason = 'Seen in the M-Pesa portal during the outage'
    settlePaid(world, withdrawal, { at: provenAt, receipt, by, reason })
  } else {
    const resultDescription = 'M-Pesa had an internal failure; its statement shows no payment.'
    attempt(world, withdrawal, { ...sent, state: 'failed', settledAt, resultCode: '17', resultDescription })
    if (index === 7) sendAgain(world, withdrawal, at(15, 40))
    else reject(world, withdrawal, { at: at(15, 48), reason: story.incident.reason, by })
  }
}

function sendAgain(world: World, withdrawal: Withdrawal, at: Date): void {
  const sides = { before: { payoutState: 'needs_review', attemptNo: 1 }, after: { payoutState: 'queued' } }
  const subject = `withdrawal:${withdrawal.row.withdrawalId}`
  world.act(STAFF.finance, at)('withdrawal.payout-retried', subject, sides)
  payByMpesa(world, withdrawal, { at, settledAt: later(at, 1), attemptNo: 2 })
}

/**
 * What is under way when the demo starts: a payout in every state; without a state, they wait for a decision. The provider is
 * next asked about them after a night, so that they stay for a day; then the product does what it always does.
 */
function tellOpenPayouts(world: World): void {
  const { calendar, people, withdrawals } = world
  const busy = withdrawals.flatMap(({ person, row }) =>
    row.status === 'pending' || row.status === 'approved' ? [person] : [],
  )
  const takers = people.filter(
    (person) =>
      isOnMpesa(person, ['ordinary', 'lapsed'], 6) &&
      !person.isVisitors &&
      !busy.includes(person) &&
      world.spendableAt(person, calendar.ago(80 * HOUR)) >= 30,
  )
  for (const { points, hoursAgo, ...open } of story.openPayouts) {
    const wish = { at: calendar.ago(hoursAgo * HOUR), points }
    const place = takers.findIndex((person) => world.spendableAt(person, wish.at) >= points)
    const [person] = place < 0 ? [] : takers.splice(place, 1)
    const asked = person && request(world, person, wish)
    if (asked && open.state) leaveOpen(world, asked, open as Open)
  }
  const since = calendar.ago(10 * HOUR)
  const banked = people.find(
    (person) => person.bank && !person.pausedAt && world.spendableAt(person, since) > 14,
  )
  if (!banked) return
  const byHand = request(world, banked, { at: since, points: 14 })
  approve(world, byHand, { at: calendar.ago(3 * HOUR), by: STAFF.finance })
}

type Open = Pick<StoryRow<'payoutAttempt'>, 'checks' | 'resultCode' | 'resultDescription'> & {
  state: StoryRow<'payoutAttempt'>['state'] & string
}

function leaveOpen(world: World, withdrawal: Withdrawal, open: Open): void {
  const { row } = withdrawal
  const { state } = open
  const at = later(row.requestedAt, 25)
  const isUndone = state === 'not_sent'
  const by = isUndone ? STAFF.payer : STAFF.finance
  approve(world, withdrawal, { at, by })
  const nextCheckAt = open.resultDescription ? null : world.calendar.ago(-20 * HOUR)
  const times = { at: later(at, 0.1), nextCheckAt, settledAt: isUndone ? later(at, 1) : null }
  attempt(world, withdrawal, { ...open, ...times, leaseUntil: state === 'sending' ? nextCheckAt : null })
  // Prepared, but M-Pesa is busy.
  if (state === 'prepared') Object.assign(row, { waitReason: 'busy', waitsUntil: nextCheckAt })
  else if (!isUndone) Object.assign(row, { payoutState: state })
  if (!isUndone) return
  const undone = { what: 'approval-undone', after: { status: 'pending', payoutState: null } } as const
  move(world, withdrawal, { at: later(at, 1), by, ...undone })
  Object.assign(row, { processedBy: null, processedAt: null })
}

/** A bank sends one payment back three days later, because it does not know the account: the member has their points again. */
function tellReturned(world: World): void {
  const { calendar, withdrawals, rows, random, post, act } = world
  const { person, row } =
    withdrawals.find(
      ({ row: { status, method, paidAt } }) =>
        status === 'paid' && method === 'bank' && paidAt && calendar.daysAgoOf(paidAt) < 40,
    ) ?? {}
  if (!person || !row?.paidAt) return
  const { withdrawalId, points, amountKes, receipt } = row
  const at = calendar.atDesk(later(row.paidAt, 3 * DAY))
  if (!calendar.isPast(at)) return
  const reason = 'The bank does not know this account. Please check its number and ask again.'
  Object.assign(row, { status: 'rejected', payoutState: 'returned', adminComment: reason })
  const text = `Payment of ${formatKes(amountKes)} came back, points restored`
  post(person, at, { kind: 'payout-returned', points, id: withdrawalId, text, by: STAFF.finance })
  const about = { memberId: person.memberId, correctionId: random.uuid(), withdrawalId, points, amountKes }
  const booked = { bookedBy: actorOf(STAFF.finance), bookedAt: at }
  rows.payoutCorrection.push({ ...about, kind: 'returned', cause: 'bank', ...booked })
  const before = { status: 'paid', payoutState: 'paid', receipt }
  const after = { status: 'rejected', payoutState: 'returned', points, receipt: null }
  const details = { before, after, reason: 'Row 14 of the bank’s statement' }
  act(STAFF.finance, at)('withdrawal.payout-returned', `withdrawal:${withdrawalId}`, details)
}
