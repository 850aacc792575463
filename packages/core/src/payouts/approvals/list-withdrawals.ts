import type { Answer } from '@chuma/contract/fields'
import type { adminWithdrawal, ListWithdrawalsInput } from '@chuma/contract/payouts/withdrawals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listAdminWithdrawals } from '@chuma/db/queries/payouts/admin-withdrawals'
import { readMemberSearch } from '../../account/members.ts'
import { holdsPermission, requireStaff, type StaffStream, watchAsStaff } from '../../auth/staff.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { maskPayoutDetails, openWithdrawal } from '../details.ts'

type Listing = Pick<Deps, 'db' | 'economy' | 'secrets' | 'reportFailure'>
type Listed = Answer<typeof adminWithdrawal>

/** List withdrawals of all members that match all filters, in the wanted order. */
export async function listWithdrawals(deps: Listing, { search, isFlagged, ...filter }: ListWithdrawalsInput) {
  const { twoAdminsFromKes } = await deps.economy()
  const rows = await listAdminWithdrawals(deps.db, {
    ...filter,
    ...(search !== undefined && { search: { by: readMemberSearch(deps.secrets, search), receipt: search } }),
    ...(isFlagged !== undefined && { flagged: { isFlagged, twoAdminsFromKes } }),
  })
  return rows.map((row) => openWithdrawal(deps, row))
}

/**
 * The same as the caller may read it: masked, except where REST answers someone who may read payout details. Every list in full is in
 * the audit log, without the details (docs/decisions/0068).
 */
export async function listWithdrawalsFor(
  deps: Listing,
  { caller, isInFull }: { caller: Caller; isInFull: boolean },
  input: ListWithdrawalsInput,
): Promise<Listed[]> {
  const rows = await listWithdrawals(deps, input)
  if (!isInFull || !holdsPermission(caller, 'payout-details:read')) return maskPayoutDetails(caller, rows)
  const { name, address } = requireStaff(caller, 'payout-details:read')
  await deps.db.transaction().execute((trx) =>
    insertAuditEntry(trx, {
      actor: name,
      action: 'withdrawal.details-shown',
      subject: 'withdrawals',
      after: { rows: rows.length },
      address,
    }),
  )
  return rows
}

/** Tell a staff page when the list of withdrawals changes, as long as the caller may read it. */
export function watchWithdrawals({ changes }: Pick<Deps, 'changes'>, caller: Caller, stream: StaffStream) {
  return watchAsStaff(changes, { topic: 'withdrawals', permission: 'withdrawals:read', caller }, stream)
}
