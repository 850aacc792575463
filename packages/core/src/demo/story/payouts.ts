import { formatKes } from '@chuma/contract/format-money'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { tellMessage } from './house.ts'
import { addClick, creditClick, takeBack } from './partners.ts'
import {
  actorOf,
  DAY,
  HOUR,
  later,
  newReceipt,
  type Person,
  STAFF,
  tableOf,
  type Withdrawal,
  type World,
} from './world.ts'

const KES_PER_POINT = 1000
const USUAL_POINTS = [4, 5, 6, 8, 10, 10, 12, 15, 15, 20, 20, 25, 30, 40, 60]
const LARGE_POINTS = [110, 150, 200]
const REASONS = [
  'The name of the account is not yours. Please use an account in your own name.',
  'This number is registered to another person. Please use your own.',
  'Two requests for the same amount on one day: please confirm and ask again.',
  'Jina la akaunti si lako. Tafadhali tumia akaunti yenye jina lako.',
]
/** What M-Pesa says of a payment that arrived. */
export const SUCCESS = {
  resultCode: '0',
  resultDescription: 'The service request is processed successfully.',
}

type Request = { at: Date; points: number }

/** Ask for a payout: the points are held at once. */
function request(world: World, person: Person, { at, points }: Request): Withdrawal {
  const { rows, random, withdrawals, post } = world
  const { memberId, bank, mpesaNumber } = person
  const isFirst = !withdrawals.some((other) => other.person === person)
  const isLarge = points > 100
  const risks = [isFirst && (bank ? 'new-bank-account' : 'new-number'), isLarge && 'unusually-large'] as const
  const riskScore = (isFirst ? 20 : 0) + (isLarge ? 30 : 0)
  const place = bank ? { method: 'bank' as const, ...bank } : { method: 'mpesa' as const, mpesaNumber }
  const reviewReasons = risks.filter((risk): risk is Exclude<typeof risk, false> => risk !== false)
  const [withdrawalId, amountKes] = [random.uuid(), points * KES_PER_POINT]
  const row: Withdrawal['row'] = {
    ...{ memberId, withdrawalId, status: 'pending', requestedAt: at, ...place },
    ...{ points, kesPerPoint: KES_PER_POINT, amountKes, riskScore, isInReview: riskScore >= 50 },
    reviewReasons,
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
type Move = { at: Date; by: string; what: string; after: After; reason?: string | null }

/** Move a withdrawal, as the audit log tells. */
function move({ act }: World, { row }: Withdrawal, { at, by, what, after, reason = null }: Move): void {
  const before = { status: row.status, payoutState: row.payoutState ?? null }
  Object.assign(row, { ...after, processedBy: by, processedAt: at })
  act(by, at)(`withdrawal.${what}`, `withdrawal:${row.withdrawalId}`, { before, after, reason })
}

type Decision = { at: Date; by: string }

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
  const { memberId, withdrawalId, amountKes } = withdrawal.row
  const { state, attemptNo = 1 } = sending
  const wasSent = state !== 'prepared' && state !== 'not_sent'
  const ref = { memberId: memberId ?? '', withdrawalId, attemptNo }
  const originator = `po_${random.code(14)}`
  const conversation = `AG_${calendar.dayOf(at).replaceAll('-', '')}_${random.bytes(10).toString('hex')}`
  const conversationId = wasSent && state !== 'sending' ? conversation : null
  const place = { provider: 'simulator', amountKes, mpesaNumber: withdrawal.person.mpesaNumber }
  const ids = { ...ref, originatorConversationId: originator, conversationId, createdAt: at }
  const sendingAt = wasSent ? later(at, 0.04) : null
  rows.payoutAttempt.push({ checks: 0, ...ids, ...place, sendingAt, ...sending })
  rows.payoutReference.push({ ...ref, kind: 'originator', value: originator, createdAt: at })
  if (!conversationId) return
  rows.payoutReference.push({ ...ref, kind: 'conversation', value: conversationId, createdAt: at })
}

type Payment = { at: Date; receipt?: string; by?: string; reason?: string | null }

/** The money has arrived. `by`: who of staff proved it, if the provider did not. */
function settlePaid(world: World, withdrawal: Withdrawal, { at, by, reason = null, ...payment }: Payment) {
  const { random, rows, post, mail } = world
  const { person, row } = withdrawal
  const { withdrawalId, memberId, points, amountKes } = row
  const { receipt = newReceipt(random) } = payment
  const after = { status: 'paid', payoutState: 'paid', receipt } as const
  if (by) move(world, withdrawal, { at, by, what: 'paid', after, reason })
  Object.assign(row, { ...after, paidAt: at, ...(by && { adminComment: reason }) })
  const text = `Withdrawal of ${formatKes(amountKes)} paid`
  post(person, at, { kind: 'payout', points, id: withdrawalId, text, by: by ?? 'system' })
  const claimedBy = by ? 'staff' : 'provider'
  rows.payoutReceipt.push({ receipt, memberId: memberId ?? '', withdrawalId, claimedBy, claimedAt: at })
  mail(at, person.email, ['sendWithdrawalPaid', `${formatKes(amountKes)} sent to you`])
}

type Sent = { at: Date; settledAt: Date; attemptNo?: number; checks?: number }

/** The provider sends the money and says so. */
function payByMpesa(world: World, withdrawal: Withdrawal, { settledAt, ...sent }: Sent): void {
  const receipt = newReceipt(world.random)
  attempt(world, withdrawal, { ...sent, ...SUCCESS, state: 'paid', settledAt, receipt })
  settlePaid(world, withdrawal, { at: settledAt, receipt })
}

type Rejection = { at: Date; reason: string; by?: string }

/** Return the points. After an attempt to pay it, the withdrawal has failed. Without `by`, the provider said so. */
function reject(world: World, withdrawal: Withdrawal, { at, reason, by }: Rejection): void {
  const { person, row } = withdrawal
  const { withdrawalId, points, amountKes, payoutState } = row
  const isMembers = by === 'member'
  const hasFailed = payoutState !== null && payoutState !== undefined && payoutState !== 'manual'
  const failed = isMembers ? 'cancelled' : hasFailed ? 'failed' : null
  const after = { status: 'rejected', payoutState: failed } as const
  if (by && !isMembers) move(world, withdrawal, { at, by, what: 'rejected', after, reason })
  Object.assign(row, { ...after, adminComment: reason, ...(by && { processedBy: by, processedAt: at }) })
  const what = isMembers ? 'cancelled' : 'rejected'
  const text = `Withdrawal of ${formatKes(amountKes)} ${what}, points restored`
  const actor = !by || isMembers ? 'system' : by
  world.post(person, at, { kind: 'release', points, id: withdrawalId, text, by: actor })
  if (!isMembers) world.mail(at, person.email, ['sendWithdrawalRejected', 'Your withdrawal was not paid'])
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
    reject(world, withdrawal, { at: later(at, 12), reason: 'Cancelled by the member', by: 'member' })
    return true
  }
  const decidedAt = calendar.atDesk(later(at, random.between(20, 7 * HOUR)))
  // The last decisions of today are still to come.
  if (!calendar.isPast(later(decidedAt, 30))) return true
  const payer = calendar.daysAgoOf(decidedAt) > 30 ? STAFF.former : STAFF.payer
  const by = random.pick([STAFF.finance, STAFF.finance, STAFF.payer, STAFF.owner, payer])
  if (random.chance(0.06)) reject(world, withdrawal, { at: decidedAt, reason: random.pick(REASONS), by })
  else if (withdrawal.row.method === 'bank') payByHand(world, withdrawal, { at: decidedAt, by })
  else payUsually(world, withdrawal, { at: decidedAt, by })
  return true
}

function payByHand(world: World, withdrawal: Withdrawal, { at, by }: Decision): void {
  const { random, calendar, withdrawals } = world
  approve(world, withdrawal, { at, by })
  const paidAt = calendar.atDesk(later(at, random.between(HOUR, 26 * HOUR)))
  const receipt = `EFT-${String(withdrawals.length + 100).padStart(6, '0')}`
  const proof = { receipt, by: STAFF.payer, reason: 'Payment processed' }
  if (calendar.isPast(paidAt)) settlePaid(world, withdrawal, { at: paidAt, ...proof })
}

/** Most payments arrive; a few fail for good, and some at the first try. */
function payUsually(world: World, withdrawal: Withdrawal, { at, by }: Decision): void {
  const { random } = world
  approve(world, withdrawal, { at, by })
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
  tellDebts(world)
  tellIncident(world)
  tellReturned(world)
  tellOpenPayouts(world)
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

const QUEUE = 'payout-queue:simulator'

const ANSWER = `Dear {firstName},

M-Pesa has given no results since half past ten this morning. Your points are safe: they are held for your withdrawal. We do not \
send a payment twice on a guess, so we wait until M-Pesa says what became of yours.

You need not do anything. We write again when it is solved.`

const QUESTIONS = tableOf(
  ['subject', 'message'],
  `
  It says that nobody knows whether I was paid
    | My withdrawal says that its result is unknown. Is my money lost?
  Pesa yangu iko wapi? | Niliomba kutoa pesa asubuhi na bado sijapata ujumbe wa M-Pesa. Nifanye nini?
  No M-Pesa message yet | The site says approved since 10:31. I have no message on my phone.
  Should I ask again? | My payout hangs. Should I cancel it and ask for a smaller amount?`,
)

type Clock = (hour: number, minute: number) => Date

/** The weekday on which the provider gave no results, and how it was put right. */
function tellIncident(world: World): void {
  const { calendar, people } = world
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
  for (const [index, { subject, message }] of QUESTIONS.entries()) {
    const person = hit[index]?.person
    if (!person) continue
    const text = ANSWER.replace('{firstName}', person.firstName)
    const reply = { at: at(11 + index, 24), by: STAFF.support, text }
    tellMessage(world, person, { at: at(11, 2 + 11 * index), subject, message, reply, isClosed: index === 3 })
  }
  for (const [index, withdrawal] of hit.entries()) resolve(world, withdrawal, { index, at })
}

const isOnMpesa = ({ country, bank, joinedDaysAgo, fate }: Person, fates: readonly string[], days: number) =>
  country === 'Kenya' && bank === null && joinedDaysAgo > days && fates.includes(fate)

function stopQueue({ act, mail, rows, random }: World, at: Clock): void {
  const stopped = 'No results from M-Pesa since 10:31. Safaricom has been told, ticket INC-48213.'
  const resumed = 'Safaricom delivers results again and has sent those of the morning.'
  act(STAFF.finance, at(10, 52))('payout-queue.stopped', QUEUE, { reason: stopped })
  mail(at(10, 53), 'support@demo.chuma', ['sendQueueStopped', 'Payouts are stopped'])
  const template = { name: 'M-Pesa outage', subject: 'Your payout and the M-Pesa outage', text: ANSWER }
  const updated = { updatedBy: actorOf(STAFF.support), updatedAt: at(11, 18) }
  rows.contactTemplate.push({ templateId: random.uuid(), ...template, ...updated })
  act(STAFF.support, at(11, 18))('contact-template.created', 'contact-template:M-Pesa outage')
  act(STAFF.owner, at(15, 6))('payout-queue.resumed', QUEUE, { reason: resumed })
}

function resolve(world: World, withdrawal: Withdrawal, { index, at }: { index: number; at: Clock }): void {
  const sent = { at: later(at(10, 31), index / 6), checks: 4 }
  const settledAt = later(at(15, 9), index / 4)
  const [by, subject] = [STAFF.finance, `withdrawal:${withdrawal.row.withdrawalId}`]
  if (index < 5) {
    // The provider's own word, four hours late.
    payByMpesa(world, withdrawal, { ...sent, settledAt })
  } else if (index < 7) {
    const [receipt, provenAt] = [newReceipt(world.random), at(13, 31 + index)]
    attempt(world, withdrawal, { ...sent, state: 'paid', settledAt: provenAt, receipt })
    const reason = 'Seen in the M-Pesa portal during the outage'
    settlePaid(world, withdrawal, { at: provenAt, receipt, by, reason })
  } else {
    const resultDescription = 'M-Pesa had an internal failure; its statement shows no payment.'
    attempt(world, withdrawal, { ...sent, state: 'failed', settledAt, resultCode: '17', resultDescription })
    const reason = 'M-Pesa did not pay this during its outage. Your points are back; please ask again.'
    if (index > 7) reject(world, withdrawal, { at: at(15, 48), reason, by })
    else {
      const sides = {
        before: { payoutState: 'needs_review', attemptNo: 1 },
        after: { payoutState: 'queued' },
      }
      world.act(by, at(15, 40))('withdrawal.payout-retried', subject, sides)
      payByMpesa(world, withdrawal, { at: at(15, 40), settledAt: at(15, 41), attemptNo: 2 })
    }
  }
}

/** Without a state, they wait for a decision. */
const OPEN = tableOf(
  ['points', 'hoursAgo', 'state', 'checks', 'resultCode', 'result'],
  `
  12 | 8 | sending | 0
  8 | 7 | sent | 1
  15 | 9 | unknown | 3
  6 | 10 | unknown | 4
  10 | 6 | needs_review | 1 | 9876 | M-Pesa gave a code we do not know.
  20 | 76 | needs_review | 6 | | No result after 6 status queries
  30 | 11 | not_sent | 0 | | The approval was undone
  5 | 3
  18 | 5
  9 | 13
  150 | 27
  12 | 4 | prepared | 0
  25 | 1`,
)

/**
 * What is under way when the demo starts: a payout in every state. The provider is next asked about them after a night, so
 * that they stay for a day; then the product does what it always does.
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
  for (const { points, hoursAgo, state, checks, resultCode, result } of OPEN) {
    const wish = { at: calendar.ago(Number(hoursAgo) * HOUR), points: Number(points) }
    const place = takers.findIndex((person) => world.spendableAt(person, wish.at) >= wish.points)
    const [person] = place < 0 ? [] : takers.splice(place, 1)
    const asked = person && request(world, person, wish)
    const said = { resultCode: resultCode || null, resultDescription: result || null }
    if (asked && state) leaveOpen(world, asked, { state, checks: Number(checks), ...said })
  }
  const since = calendar.ago(10 * HOUR)
  const banked = people.find(
    (person) => person.bank && !person.pausedAt && world.spendableAt(person, since) > 14,
  )
  if (!banked) return
  const byHand = request(world, banked, { at: since, points: 14 })
  approve(world, byHand, { at: calendar.ago(3 * HOUR), by: STAFF.finance })
}

type Open = { state: string; checks: number; resultCode: string | null; resultDescription: string | null }

function leaveOpen(world: World, withdrawal: Withdrawal, open: Open): void {
  const { row } = withdrawal
  const at = later(row.requestedAt, 25)
  const state = open.state as StoryRow<'payoutAttempt'>['state'] & string
  const isUndone = state === 'not_sent'
  const by = isUndone ? STAFF.payer : STAFF.finance
  approve(world, withdrawal, { at, by })
  const nextCheckAt = open.resultDescription ? null : world.calendar.ago(-20 * HOUR)
  const times = { at: later(at, 0.1), nextCheckAt, settledAt: isUndone ? later(at, 1) : null }
  const leaseUntil = state === 'sending' ? nextCheckAt : null
  attempt(world, withdrawal, { ...open, ...times, leaseUntil, state })
  // Prepared, but M-Pesa is busy.
  if (state === 'prepared') Object.assign(row, { waitReason: 'busy', waitsUntil: nextCheckAt })
  else Object.assign(row, { payoutState: state })
  if (!isUndone) return
  Object.assign(row, { payoutState: 'queued' })
  const undone = { what: 'approval-undone', after: { status: 'pending', payoutState: null } } as const
  move(world, withdrawal, { at: later(at, 1), by, ...undone })
  Object.assign(row, { processedBy: null, processedAt: null })
}

/** A bank sends one payment back three days later, because it does not know the account: the member has their points again. */
function tellReturned(world: World): void {
  const { calendar, withdrawals, rows, random, post, act } = world
  const came = withdrawals.find(
    ({ row: { status, method, paidAt } }) =>
      status === 'paid' && method === 'bank' && paidAt && calendar.daysAgoOf(paidAt) < 40,
  )
  if (!came?.row.paidAt) return
  const { person, row } = came
  const { withdrawalId, points, amountKes, receipt } = row
  const at = calendar.atDesk(later(came.row.paidAt, 3 * DAY))
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
