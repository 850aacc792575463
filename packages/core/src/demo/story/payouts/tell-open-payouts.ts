import { later } from '../create-calendar.ts'
import { audit, type Person, STAFF, type Withdrawal, type World } from '../world.ts'
import { approve, attempt, newReceipt, request, settlePaid } from './withdrawal-steps.ts'

const HOUR = 60
const SUCCESS = { resultCode: '0', resultDescription: 'The service request is processed successfully.' }

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
