import { formatKes } from '@chuma/contract/format-money'
import { tellMessage } from '../house/inbox-texts.ts'
import { actorOf, audit, later, mail, type Person, STAFF, type Withdrawal, type World } from '../world.ts'
import { approve, attempt, newReceipt, reject, request, settlePaid } from './withdrawal-steps.ts'

const SUCCESS = { resultCode: '0', resultDescription: 'The service request is processed successfully.' }
const QUEUE = 'payout-queue:simulator'

const ANSWER = `Dear {firstName},

M-Pesa has given no results since half past ten this morning. Your points are safe: they are held for your withdrawal. We do not send a payment twice on a guess, so we wait until M-Pesa says what became of yours.

You need not do anything. We write again when it is solved.`

const QUESTIONS = [
  [
    'It says that nobody knows whether I was paid',
    'My withdrawal says that its result is unknown. Is my money lost?',
  ],
  ['Pesa yangu iko wapi?', 'Niliomba kutoa pesa asubuhi na bado sijapata ujumbe wa M-Pesa. Nifanye nini?'],
  ['No M-Pesa message yet', 'The site says approved since 10:31. I have no message on my phone.'],
  ['Should I ask again?', 'My payout hangs. Should I cancel it and ask for a smaller amount?'],
] as const

/** The weekday on which the provider gave no results, and how it was put right. */
export function tellIncident(world: World): void {
  const { calendar } = world
  const daysAgo = [24, 25, 26, 27].find((day) => [2, 3, 4].includes(calendar.weekdayOf(day))) ?? 24
  const at = (hour: number, minute: number) => calendar.at(daysAgo, hour * 60 + minute)
  const hit = listHit(world, daysAgo).map((person, index) => {
    const withdrawal = request(world, person, { at: at(8, 12 + 7 * index), points: 5 + ((index * 3) % 14) })
    approve(world, withdrawal, { at: later(at(10, 31), index / 6), by: STAFF.finance })
    return withdrawal
  })
  stopQueue(world, at)
  askAndAnswer(world, hit, at)
  for (const [index, withdrawal] of hit.entries()) resolve(world, withdrawal, { index, at })
}

type Clock = (hour: number, minute: number) => Date

function listHit({ people, calendar, ledger }: World, daysAgo: number): Person[] {
  return people
    .filter(
      ({ memberId, country, bank, joinedDaysAgo, fate }) =>
        country === 'Kenya' &&
        bank === null &&
        joinedDaysAgo > daysAgo + 3 &&
        ['ordinary', 'premium', 'lapsed'].includes(fate) &&
        ledger.spendableAt(memberId, calendar.at(daysAgo, 480)) > 20,
    )
    .slice(0, 9)
}

function stopQueue(world: World, at: Clock): void {
  const stopped = 'No results from M-Pesa since 10:31. Safaricom has been told, ticket INC-48213.'
  audit(world, {
    at: at(10, 52),
    by: STAFF.finance,
    action: 'payout-queue.stopped',
    subject: QUEUE,
    reason: stopped,
  })
  mail(world, {
    at: at(10, 53),
    kind: 'sendQueueStopped',
    to: 'support@demo.chuma',
    subject: 'Payouts are stopped',
  })
  world.rows.contactTemplate.push({
    templateId: world.random.uuid(),
    name: 'M-Pesa outage',
    subject: 'Your payout and the M-Pesa outage',
    text: ANSWER,
    updatedBy: actorOf(STAFF.support),
    updatedAt: at(11, 18),
    retiredAt: null,
  })
  audit(world, {
    at: at(11, 18),
    by: STAFF.support,
    action: 'contact-template.created',
    subject: 'contact-template:M-Pesa outage',
  })
  const resumed = 'Safaricom delivers results again and has sent those of the morning.'
  audit(world, {
    at: at(15, 6),
    by: STAFF.owner,
    action: 'payout-queue.resumed',
    subject: QUEUE,
    reason: resumed,
  })
}

function askAndAnswer(world: World, hit: Withdrawal[], at: Clock): void {
  for (const [index, [subject, message]] of QUESTIONS.entries()) {
    const person = hit[index]?.person
    if (!person) continue
    const text = ANSWER.replace('{firstName}', person.firstName)
    const reply = { at: at(11 + index, 24), by: STAFF.support, text }
    tellMessage(world, {
      at: at(11, 2 + 11 * index),
      person,
      subject,
      message,
      status: index === 3 ? 'closed' : 'answered',
      reply,
    })
  }
}

function resolve(world: World, withdrawal: Withdrawal, { index, at }: { index: number; at: Clock }): void {
  const sentAt = later(at(10, 31), index / 6)
  const settledAt = later(at(15, 9), index / 4)
  const receipt = newReceipt(world)
  if (index < 5) {
    // The provider's own word, four hours late.
    attempt(world, withdrawal, { state: 'paid', at: sentAt, settledAt, receipt, checks: 4, ...SUCCESS })
    settlePaid(world, withdrawal, { at: settledAt, receipt })
  } else if (index < 7) {
    const provenAt = at(13, 31 + index)
    attempt(world, withdrawal, { state: 'paid', at: sentAt, settledAt: provenAt, receipt, checks: 4 })
    const reason = 'Seen in the M-Pesa portal during the outage'
    settlePaid(world, withdrawal, { at: provenAt, receipt, by: STAFF.finance, reason })
  } else {
    const resultDescription = 'M-Pesa had an internal failure; its statement shows no payment.'
    attempt(world, withdrawal, {
      state: 'failed',
      at: sentAt,
      settledAt,
      checks: 4,
      resultCode: '17',
      resultDescription,
    })
    if (index === 7) tryAgain(world, withdrawal, { at: at(15, 40), receipt })
    else {
      const reason = 'M-Pesa did not pay this during its outage. Your points are back; please ask again.'
      reject(world, withdrawal, { at: at(15, 48), reason, by: STAFF.finance })
    }
  }
}

function tryAgain(
  world: World,
  withdrawal: Withdrawal,
  { at, receipt }: { at: Date; receipt: string },
): void {
  const settledAt = later(at, 0.3)
  audit(world, {
    at,
    by: STAFF.finance,
    action: 'withdrawal.payout-retried',
    subject: `withdrawal:${withdrawal.row.withdrawalId}`,
    before: { payoutState: 'needs_review', attemptNo: 1 },
    after: { payoutState: 'queued' },
  })
  attempt(world, withdrawal, { state: 'paid', at, attemptNo: 2, settledAt, receipt, ...SUCCESS })
  settlePaid(world, withdrawal, { at: settledAt, receipt })
}

const HOUR = 60

/**
 * What is under way when the demo starts: a payout in every state. The provider is next asked about them after a night, so
 * that they stay for a day; then the product does what it always does.
 */
export function tellOpenPayouts(world: World): void {
  const { calendar } = world
  const takers = listTakers(world)
  const next = (points: number, hoursAgo: number): Withdrawal | undefined => {
    const at = later(calendar.now, -hoursAgo * HOUR)
    const place = takers.findIndex(({ memberId }) => world.ledger.spendableAt(memberId, at) >= points)
    const [person] = place < 0 ? [] : takers.splice(place, 1)
    return person && request(world, person, { at, points })
  }
  const nextCheckAt = later(calendar.now, 20 * HOUR)
  waitForTomorrow(world)
  doubt(world, next(12, 8), { state: 'sending', checks: 0, leaseUntil: nextCheckAt, nextCheckAt })
  doubt(world, next(8, 7), { state: 'sent', checks: 1, nextCheckAt })
  doubt(world, next(15, 9), { state: 'unknown', checks: 3, nextCheckAt })
  doubt(world, next(6, 10), { state: 'unknown', checks: 4, nextCheckAt })
  const strange = { resultCode: '9876', resultDescription: 'M-Pesa gave a code we do not know.' }
  doubt(world, next(10, 6), { state: 'needs_review', checks: 1, ...strange })
  doubt(world, next(20, 76), {
    state: 'needs_review',
    checks: 6,
    resultDescription: 'No result after 6 status queries',
  })
  undoApproval(world, next(30, 11))
  for (const [points, hours] of [
    [5, 3],
    [18, 5],
    [9, 13],
    [150, 27],
    [25, 1],
  ] as const)
    next(points, hours)
  const banked = world.people.find(
    ({ bank, memberId, pausedAt }) =>
      bank && !pausedAt && world.ledger.spendableAt(memberId, later(calendar.now, -600)) > 14,
  )
  if (!banked) return
  const byHand = request(world, banked, { at: later(calendar.now, -10 * HOUR), points: 14 })
  approve(world, byHand, { at: later(calendar.now, -3 * HOUR), by: STAFF.finance })
}

function listTakers({ people, ledger, calendar, withdrawals }: World): Person[] {
  const isBusy = (person: Person) =>
    withdrawals.some(
      (other) => other.person === person && ['pending', 'approved'].includes(other.row.status ?? ''),
    )
  return people.filter(
    (person) =>
      person.country === 'Kenya' &&
      person.bank === null &&
      ['ordinary', 'lapsed'].includes(person.fate) &&
      person.joinedDaysAgo > 6 &&
      !person.email.startsWith('member@') &&
      !person.email.startsWith('premium@') &&
      !isBusy(person) &&
      ledger.spendableAt(person.memberId, later(calendar.now, -80 * HOUR)) >= 30,
  )
}

type Doubt = Pick<
  Parameters<typeof attempt>[2],
  'state' | 'checks' | 'nextCheckAt' | 'leaseUntil' | 'resultCode' | 'resultDescription'
>

function doubt(world: World, withdrawal: Withdrawal | undefined, made: Doubt): void {
  if (!withdrawal) return
  const at = later(withdrawal.row.requestedAt ?? world.calendar.now, 25)
  approve(world, withdrawal, { at, by: STAFF.finance })
  attempt(world, withdrawal, { ...made, at: later(at, 0.1) })
  Object.assign(withdrawal.row, { payoutState: made.state })
}

function undoApproval(world: World, withdrawal: Withdrawal | undefined): void {
  if (!withdrawal) return
  const at = later(withdrawal.row.requestedAt ?? world.calendar.now, 40)
  approve(world, withdrawal, { at, by: STAFF.payer })
  attempt(world, withdrawal, {
    state: 'not_sent',
    at,
    settledAt: later(at, 1),
    resultDescription: 'The approval was undone',
  })
  Object.assign(withdrawal.row, {
    status: 'pending',
    payoutState: null,
    processedBy: null,
    processedAt: null,
  })
  audit(world, {
    at: later(at, 1),
    by: STAFF.payer,
    action: 'withdrawal.approval-undone',
    subject: `withdrawal:${withdrawal.row.withdrawalId}`,
    before: { status: 'approved', payoutState: 'queued' },
    after: { status: 'pending', payoutState: null },
  })
}

/** The busiest member has received what a person may in a day: the third payout waits until tomorrow. */
function waitForTomorrow(world: World): void {
  const { calendar, people, ledger } = world
  const { now } = calendar
  const sinceMidnight = (now.getTime() - calendar.at(0, 0).getTime()) / 60_000
  const passed = Math.min(sinceMidnight * 0.9, 5 * HOUR)
  const asked = later(now, -passed)
  // Soon after midnight all of it happens faster, so that nothing lies in the future.
  const after = (minutes: number) => later(asked, minutes * Math.min(1, passed / HOUR))
  const [person] = people.filter(
    ({ bank, memberId, fate }) => !bank && fate === 'premium' && ledger.spendableAt(memberId, asked) > 520,
  )
  if (!person) return
  for (const part of [0.1, 0.2]) {
    const withdrawal = request(world, person, { at: after(part), points: 250 })
    const settledAt = after(part + 40.2)
    const receipt = newReceipt(world)
    approve(world, withdrawal, { at: after(part + 40), by: STAFF.owner })
    attempt(world, withdrawal, { state: 'paid', at: after(part + 40.01), settledAt, receipt, ...SUCCESS })
    settlePaid(world, withdrawal, { at: settledAt, receipt })
  }
  const waiting = request(world, person, { at: after(0.3), points: 12 })
  const at = after(41)
  const tomorrow = calendar.at(-1, 5)
  approve(world, waiting, { at, by: STAFF.owner })
  attempt(world, waiting, { state: 'prepared', at, nextCheckAt: tomorrow })
  Object.assign(waiting.row, { waitReason: 'member-daily-limit', waitsUntil: tomorrow })
}

const DAY = 24 * 60

/** A bank sends one payment back three days later, because it does not know the account: the member has their points again. */
export function tellReturned(world: World): void {
  const { calendar, withdrawals, ledger, rows, random } = world
  const came = withdrawals.find(
    ({ row }) =>
      row.status === 'paid' && row.method === 'bank' && row.paidAt && calendar.daysAgoOf(row.paidAt) < 40,
  )
  if (!came?.row.paidAt) return
  const { person, row } = came
  const { withdrawalId = '', points = 0, amountKes = 0, paidAt } = row
  const at = calendar.atDesk(later(paidAt as Date, 3 * DAY))
  if (!calendar.isPast(at)) return
  const reason = 'The bank does not know this account. Please check its number and ask again.'
  const before = { status: 'paid', payoutState: 'paid', receipt: row.receipt }
  Object.assign(row, { status: 'rejected', payoutState: 'returned', adminComment: reason })
  ledger.book(person.memberId, {
    at,
    kind: 'payout-returned',
    availableDelta: points,
    heldDelta: 0,
    houseAccount: 'payouts',
    sourceKey: `payout-returned:${withdrawalId}`,
    description: `Payment of ${formatKes(amountKes)} came back, points restored`,
    subjectId: withdrawalId,
    actor: actorOf(STAFF.finance),
  })
  rows.payoutCorrection.push({
    memberId: person.memberId,
    correctionId: random.uuid(),
    withdrawalId,
    kind: 'returned',
    cause: 'bank',
    receipt: null,
    points,
    amountKes,
    bookedBy: actorOf(STAFF.finance),
    bookedAt: at,
  })
  audit(world, {
    at,
    by: STAFF.finance,
    action: 'withdrawal.payout-returned',
    subject: `withdrawal:${withdrawalId}`,
    before,
    after: { status: 'rejected', payoutState: 'returned', points, receipt: null },
    reason: 'Row 14 of the bank’s statement',
  })
}
