import { formatKes } from '@chuma/contract/format-money'
import { later, type Person, STAFF, type StaffName, type Withdrawal, type World } from '../world.ts'
import { approve, attempt, newReceipt, reject, request, settlePaid } from './withdrawal-steps.ts'

const USUAL_POINTS = [4, 5, 6, 8, 10, 10, 12, 15, 15, 20, 20, 25, 30, 40, 60]
const LARGE_POINTS = [110, 150, 200]
const REASONS = [
  'The name of the account is not yours. Please use an account in your own name.',
  'This number is registered to another person. Please use your own.',
  'Two requests for the same amount on one day: please confirm and ask again.',
  'Jina la akaunti si lako. Tafadhali tumia akaunti yenye jina lako.',
]
const SUCCESS = { resultCode: '0', resultDescription: 'The service request is processed successfully.' }

/** Ask for a usual amount, and let staff and the provider do what they usually do. False: there was too little to ask. */
export function tellRequest(world: World, person: Person, at: Date): boolean {
  const { random, calendar, ledger } = world
  if (person.pausedAt && at > person.pausedAt) return false
  const spendable = ledger.spendableAt(person.memberId, at)
  const wish = random.pick(spendable > 450 && random.chance(0.2) ? LARGE_POINTS : USUAL_POINTS)
  if (spendable < wish) return false
  const withdrawal = request(world, person, { at, points: wish })
  if (world.withdrawals.length % 60 === 40) {
    takeBack(world, withdrawal, later(at, 12))
    return true
  }
  const decidedAt = calendar.atDesk(later(at, random.between(20, 420)))
  // The last decisions of today are still to come.
  if (!calendar.isPast(later(decidedAt, 30))) return true
  const by = whoDecides(world, decidedAt)
  if (random.chance(0.06)) reject(world, withdrawal, { at: decidedAt, reason: random.pick(REASONS), by })
  else if (withdrawal.row.method === 'bank') payByHand(world, withdrawal, { at: decidedAt, by })
  else payByMpesa(world, withdrawal, { at: decidedAt, by })
  return true
}

/** The member changes their mind before anybody looks. */
function takeBack({ ledger }: World, { person, row }: Withdrawal, at: Date): void {
  const { withdrawalId, points, amountKes } = row
  const adminComment = 'Cancelled by the member'
  Object.assign(row, { status: 'rejected', payoutState: 'cancelled', adminComment })
  Object.assign(row, { processedBy: 'member', processedAt: at })
  ledger.book(person.memberId, {
    at,
    kind: 'release',
    availableDelta: points,
    heldDelta: -points,
    houseAccount: null,
    sourceKey: `release:${withdrawalId}`,
    description: `Withdrawal of ${formatKes(amountKes)} cancelled, points restored`,
    subjectId: withdrawalId,
    actor: 'system',
  })
}

function whoDecides({ random, calendar }: World, at: Date): StaffName {
  const isBeforeLeaving = calendar.daysAgoOf(at) > 30
  return random.pick([
    STAFF.finance,
    STAFF.finance,
    STAFF.payer,
    STAFF.owner,
    isBeforeLeaving ? STAFF.former : STAFF.payer,
  ])
}

type Decision = { at: Date; by: StaffName }

function payByHand(world: World, withdrawal: Withdrawal, { at, by }: Decision): void {
  const { random, calendar, withdrawals } = world
  approve(world, withdrawal, { at, by })
  const paidAt = calendar.atDesk(later(at, random.between(60, 26 * 60)))
  if (!calendar.isPast(paidAt)) return
  const receipt = `EFT-${String(withdrawals.length + 100).padStart(6, '0')}`
  settlePaid(world, withdrawal, { at: paidAt, receipt, by: STAFF.payer, reason: 'Payment processed' })
}

function payByMpesa(world: World, withdrawal: Withdrawal, { at, by }: Decision): void {
  const { random } = world
  approve(world, withdrawal, { at, by })
  const luck = random.next()
  const settledAt = later(at, random.between(5, 45) / 60)
  if (luck < 0.035) {
    const resultDescription = 'The receiver is not a registered M-Pesa customer.'
    attempt(world, withdrawal, { state: 'failed', at, settledAt, resultCode: '2040', resultDescription })
    const reason = 'M-Pesa does not know this number. Please check it and ask again.'
    reject(world, withdrawal, { at: settledAt, reason, by: null })
  } else if (luck < 0.08) payAtSecondTry(world, withdrawal, { at, settledAt })
  else {
    const receipt = newReceipt(world)
    attempt(world, withdrawal, { state: 'paid', at, settledAt, receipt, ...SUCCESS })
    settlePaid(world, withdrawal, { at: settledAt, receipt })
  }
}

function payAtSecondTry(
  world: World,
  withdrawal: Withdrawal,
  { at, settledAt }: { at: Date; settledAt: Date },
): void {
  const resultDescription = 'M-Pesa is busy and refused the payment.'
  attempt(world, withdrawal, { state: 'failed', at, settledAt, resultCode: '26', resultDescription })
  const again = later(settledAt, 6)
  const receipt = newReceipt(world)
  const paidAt = later(again, 0.4)
  attempt(world, withdrawal, {
    state: 'paid',
    at: again,
    attemptNo: 2,
    settledAt: paidAt,
    receipt,
    ...SUCCESS,
  })
  settlePaid(world, withdrawal, { at: paidAt, receipt })
}
