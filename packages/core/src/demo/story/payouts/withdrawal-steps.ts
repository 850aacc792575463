import { formatKes } from '@chuma/contract/format-money'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { creditClick, takeBack } from '../days/credit-click.ts'
import {
  actorOf,
  audit,
  later,
  mail,
  type Person,
  STAFF,
  type StaffName,
  type Withdrawal,
  type World,
} from '../world.ts'

const SUCCESS = { resultCode: '0', resultDescription: 'The service request is processed successfully.' }

/** Two who withdrew a partner's large reward before the partner took it back. */
export function tellDebts(world: World): void {
  const { calendar, people, partners, random, rows } = world
  for (const person of people.filter(({ fate }) => fate === 'indebted')) {
    const at = calendar.at(random.between(30, 34), random.between(9 * 60, 17 * 60))
    const click = {
      clickId: random.uuid(),
      reference: random.bytes(24).toString('base64url'),
      partnerId: partners.research,
      title: 'Open a savings goal',
      points: 250,
      amountUsd: 6,
      at,
      attempt: null,
    }
    const task = world.tasks.find(({ title }) => title === click.title)
    if (!task) continue
    const { memberId } = person
    const { clickId, reference, title, points } = click
    rows.click.push({
      memberId,
      clickId,
      reference,
      surveyId: null,
      taskId: task.taskId,
      partnerId: null,
      points,
      title,
      clickedAt: at,
      address: person.address,
      userAgent: person.device,
    })
    rows.clickReference.push({ reference, memberId, clickId })
    creditClick(world, { ...person, fate: 'erased' }, { click, at: later(at, 90) })
    const credit = rows.partnerCredit.at(-1)
    for (const daysAgo of [19, 17, 16]) spendAll(world, person, daysAgo)
    const takenBackAt = calendar.at(random.between(3, 6), random.between(9 * 60, 15 * 60))
    const { partnerId = partners.research, transactionId = '', creditId = '' } = credit ?? {}
    if (credit)
      Object.assign(credit, { state: 'reversed', settledAt: takenBackAt, reason: 'failed-quality-check' })
    takeBack(world, person, {
      partnerId,
      transactionId,
      creditId,
      points,
      title,
      at: takenBackAt,
      isPaid: true,
      reference,
      amountUsd: 6,
    })
  }
}

function spendAll(world: World, person: Person, daysAgo: number): void {
  const askedAt = world.calendar.at(daysAgo, 10 * 60)
  const points = Math.min(250, world.ledger.spendableAt(person.memberId, askedAt))
  if (points < 1) return
  const asked = request(world, person, { at: askedAt, points })
  const decidedAt = world.calendar.atDesk(later(askedAt, 70))
  const paidAt = later(decidedAt, 0.3)
  const receipt = newReceipt(world)
  approve(world, asked, { at: decidedAt, by: STAFF.payer })
  if (asked.row.method === 'bank') {
    settlePaid(world, asked, { at: paidAt, receipt: `EFT-${daysAgo}${receipt}`, by: STAFF.payer })
  } else {
    attempt(world, asked, { state: 'paid', at: decidedAt, settledAt: paidAt, receipt, ...SUCCESS })
    settlePaid(world, asked, { at: paidAt, receipt })
  }
}

const KES_PER_POINT = 1000

type Request = { at: Date; points: number }

/** Ask for a payout: the points are held at once. */
export function request(world: World, person: Person, { at, points }: Request): Withdrawal {
  const { rows, random, ledger, withdrawals } = world
  const { memberId, bank, mpesaNumber } = person
  const withdrawalId = random.uuid()
  const isFirst = !withdrawals.some((other) => other.person === person)
  const place = {
    mpesaNumber: bank ? null : mpesaNumber,
    bankName: bank?.bankName ?? null,
    accountNumber: bank?.accountNumber ?? null,
    accountName: bank?.accountName ?? null,
    paypalEmail: null,
  }
  const row: Withdrawal['row'] = {
    memberId,
    withdrawalId,
    status: 'pending',
    points,
    kesPerPoint: KES_PER_POINT,
    amountKes: points * KES_PER_POINT,
    method: bank ? 'bank' : 'mpesa',
    ...place,
    payoutState: null,
    waitReason: null,
    waitsUntil: null,
    ...riskOf({ isFirst, isBank: bank !== null, points }),
    requestedAt: at,
    adminComment: null,
    processedBy: null,
    processedAt: null,
    receipt: null,
    paidAt: null,
  }
  rows.withdrawal.push(row)
  if (isFirst) {
    rows.payoutDetails.push({
      memberId,
      method: bank ? 'bank' : 'mpesa',
      ...place,
      updatedAt: at,
      changedAt: at,
    })
  }
  ledger.book(memberId, {
    at,
    kind: 'hold',
    availableDelta: -points,
    heldDelta: points,
    houseAccount: null,
    sourceKey: `hold:${withdrawalId}`,
    description: `Withdrawal of ${formatKes(row.amountKes)} requested`,
    subjectId: withdrawalId,
    actor: `member:${memberId}`,
  })
  const withdrawal = { person, row }
  withdrawals.push(withdrawal)
  return withdrawal
}

function riskOf({ isFirst, isBank, points }: { isFirst: boolean; isBank: boolean; points: number }) {
  const isLarge = points > 100
  const riskScore = (isFirst ? 20 : 0) + (isLarge ? 30 : 0)
  const reasons = [
    ...(isFirst ? [isBank ? 'new-bank-account' : 'new-number'] : []),
    ...(isLarge ? ['unusually-large'] : []),
  ]
  return {
    riskScore,
    isInReview: riskScore >= 50,
    reviewReasons: reasons as StoryRow<'withdrawal'>['reviewReasons'] & string[],
  }
}

type Decision = { at: Date; by: StaffName }

/** Staff approve: M-Pesa is queued, a bank transfer waits for a person. */
export function approve(world: World, { row }: Withdrawal, { at, by }: Decision): void {
  const payoutState = row.method === 'mpesa' ? 'queued' : 'manual'
  Object.assign(row, { status: 'approved', payoutState, processedBy: by, processedAt: at })
  audit(world, {
    at,
    by,
    action: 'withdrawal.approved',
    subject: `withdrawal:${row.withdrawalId}`,
    before: { status: 'pending', payoutState: null },
    after: { status: 'approved', payoutState, receipt: null },
  })
}

type Payment = { at: Date; receipt: string; by?: StaffName; reason?: string }

/** The money has arrived. `by`: who of staff proved it, if the provider did not. */
export function settlePaid(
  world: World,
  { person, row }: Withdrawal,
  { at, receipt, by, reason }: Payment,
): void {
  const before = { status: row.status, payoutState: row.payoutState }
  Object.assign(row, {
    status: 'paid',
    payoutState: 'paid',
    receipt,
    paidAt: at,
    ...(by ? { processedBy: by, processedAt: at, adminComment: reason ?? null } : {}),
  })
  const { withdrawalId, points, amountKes } = row
  world.ledger.book(person.memberId, {
    at,
    kind: 'payout',
    availableDelta: 0,
    heldDelta: -points,
    houseAccount: 'payouts',
    sourceKey: `payout:${withdrawalId}`,
    description: `Withdrawal of ${formatKes(amountKes)} paid`,
    subjectId: withdrawalId,
    actor: by ? actorOf(by) : 'system',
  })
  world.rows.payoutReceipt.push({
    receipt,
    memberId: person.memberId,
    withdrawalId,
    claimedBy: by ? 'staff' : 'provider',
    claimedAt: at,
  })
  if (by) {
    const after = { status: 'paid', payoutState: 'paid', receipt }
    audit(world, {
      at,
      by,
      action: 'withdrawal.paid',
      subject: `withdrawal:${withdrawalId}`,
      before,
      after,
      ...(reason ? { reason } : {}),
    })
  }
  mail(world, {
    at: later(at, 0.1),
    kind: 'sendWithdrawalPaid',
    to: person.email,
    subject: `${formatKes(amountKes)} sent to you`,
  })
}

type Rejection = { at: Date; reason: string; by: StaffName | null }

/** Return the points. After an attempt to pay it, the withdrawal has failed. `by` null: the provider said so. */
export function reject(world: World, { person, row }: Withdrawal, { at, reason, by }: Rejection): void {
  const hasFailed = row.payoutState !== null && row.payoutState !== 'manual'
  const before = { status: row.status, payoutState: row.payoutState }
  const after = { status: 'rejected', payoutState: hasFailed ? 'failed' : null }
  Object.assign(row, { ...after, adminComment: reason, ...(by ? { processedBy: by, processedAt: at } : {}) })
  const { withdrawalId, points, amountKes } = row
  world.ledger.book(person.memberId, {
    at,
    kind: 'release',
    availableDelta: points,
    heldDelta: -points,
    houseAccount: null,
    sourceKey: `release:${withdrawalId}`,
    description: `Withdrawal of ${formatKes(amountKes)} rejected, points restored`,
    subjectId: withdrawalId,
    actor: by ? actorOf(by) : 'system',
  })
  if (by)
    audit(world, {
      at,
      by,
      action: 'withdrawal.rejected',
      subject: `withdrawal:${withdrawalId}`,
      before,
      after,
      reason,
    })
  mail(world, {
    at: later(at, 0.1),
    kind: 'sendWithdrawalRejected',
    to: person.email,
    subject: 'Your withdrawal was not paid',
  })
}

type AttemptState = NonNullable<StoryRow<'payoutAttempt'>['state']>
type Attempt = {
  state: AttemptState
  at: Date
  attemptNo?: number
  settledAt?: Date
  receipt?: string
  resultCode?: string
  resultDescription?: string
  nextCheckAt?: Date
  leaseUntil?: Date
  checks?: number
}

/** Record one try at sending the money. */
export function attempt(
  world: World,
  { person, row }: Withdrawal,
  { at, attemptNo = 1, ...change }: Attempt,
): StoryRow<'payoutAttempt'> {
  const { rows, random, calendar } = world
  const wasSent = change.state !== 'prepared' && change.state !== 'not_sent'
  const ref = { memberId: person.memberId, withdrawalId: row.withdrawalId, attemptNo }
  const originator = `po_${random.code(14)}`
  const conversation = `AG_${calendar.dayOf(at).replaceAll('-', '')}_${random.bytes(10).toString('hex')}`
  const made: StoryRow<'payoutAttempt'> = {
    ...ref,
    provider: 'simulator',
    state: change.state,
    originatorConversationId: originator,
    amountKes: row.amountKes,
    mpesaNumber: person.mpesaNumber,
    conversationId: wasSent && change.state !== 'sending' ? conversation : null,
    receipt: change.receipt ?? null,
    resultCode: change.resultCode ?? null,
    resultDescription: change.resultDescription ?? null,
    leaseUntil: change.leaseUntil ?? null,
    checks: change.checks ?? 0,
    nextCheckAt: change.nextCheckAt ?? null,
    createdAt: at,
    sendingAt: wasSent ? later(at, 0.04) : null,
    settledAt: change.settledAt ?? null,
  }
  rows.payoutAttempt.push(made)
  rows.payoutReference.push({ ...ref, kind: 'originator', value: originator, createdAt: at })
  if (made.conversationId)
    rows.payoutReference.push({ ...ref, kind: 'conversation', value: conversation, createdAt: at })
  return made
}

/** An M-Pesa receipt. None of the simulator's begins with T. */
export const newReceipt = ({ random }: World) => `T${random.code(9)}`
