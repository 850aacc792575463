import type { BulkPreview } from '@chuma/contract/payouts/payout-queue'
import { listMembersOf } from '@chuma/db/queries/admin/people'
import { countFlagged, listUnflagged } from '@chuma/db/queries/payouts/flagged'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'

/** For finance and owners: tell what a bulk approval would approve now, and how many it would leave for individual review. */
export async function previewBulkApproval(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  { name }: StaffActor,
): Promise<BulkPreview> {
  const { twoAdminsFromKes } = await economy()
  // Nobody decides about accounts of their own.
  const exceptOf = await listMembersOf(db, name)
  const [withdrawals, flaggedCount] = await Promise.all([
    listUnflagged(db, { twoAdminsFromKes, exceptOf }),
    countFlagged(db, twoAdminsFromKes),
  ])
  const amountKes = withdrawals.reduce((sum, row) => sum + row.amountKes, 0)
  return { withdrawals, amountKes, flaggedCount }
}
