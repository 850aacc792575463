import { formatKes } from '@chuma/contract/format-money'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { later } from '../create-calendar.ts'
import { actorOf, audit, mail, type Person, type StaffName, type Withdrawal, type World } from '../world.ts'

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
