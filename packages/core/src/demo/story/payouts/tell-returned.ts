import { formatKes } from '@chuma/contract/format-money'
import { later } from '../create-calendar.ts'
import { actorOf, audit, STAFF, type World } from '../world.ts'

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
