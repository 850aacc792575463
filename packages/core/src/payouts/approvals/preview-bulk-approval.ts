import type { BulkPreview } from '@chuma/contract/payouts/payout-queue'
import { listMembersOf } from '@chuma/db/queries/admin/people'
import { countFlagged, listUnflagged } from '@chuma/db/queries/payouts/flagged'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { findOwnCredits } from './find-own-credits.ts'
import { isTooMuch } from './require-other-maker.ts'

/**
 * For finance and owners: tell what a bulk approval would approve now, and how many it would leave: for
 * an individual review, or because they are on hold.
 */
export async function previewBulkApproval(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  { name }: StaffActor,
): Promise<BulkPreview> {
  const terms = await economy()
  const { twoAdminsFromKes } = terms
  // Nobody decides about accounts of their own.
  const exceptOf = await listMembersOf(db, name)
  const [unflagged, counts] = await Promise.all([
    listUnflagged(db, { twoAdminsFromKes, exceptOf }),
    countFlagged(db, twoAdminsFromKes),
  ])
  const given = await findOwnCredits(
    db,
    { name },
    unflagged.map(({ memberId }) => memberId),
  )
  const withdrawals = unflagged
    .filter(({ memberId }) => !isTooMuch(given.get(memberId) ?? 0, terms))
    .map(({ memberId: _, ...row }) => row)
  const amountKes = withdrawals.reduce((sum, row) => sum + row.amountKes, 0)
  return { withdrawals, amountKes, ...counts }
}
