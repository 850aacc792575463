import type { Answer } from '@chuma/contract/fields'
import type {
  adminWithdrawal,
  ListWithdrawalsInput,
  WithdrawalCounts,
  withdrawalCase,
} from '@chuma/contract/payouts/withdrawals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  countWithdrawals as count,
  getAdminWithdrawal,
  listAdminWithdrawals,
} from '@chuma/db/queries/payouts/admin-withdrawals'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { listEvents, listOthers, listSources } from '@chuma/db/queries/payouts/withdrawal-cases'
import { readMemberSearch } from '../../account/members.ts'
import { orRefuse } from '../../app-error.ts'
import { holdsPermission, requireStaff, type StaffStream, watchAsStaff } from '../../auth/staff.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { maskPayoutDetails, openWithdrawal } from '../details.ts'

type Listing = Pick<Deps, 'db' | 'economy' | 'secrets' | 'reportFailure'>
type Listed = Answer<typeof adminWithdrawal>

/** List withdrawals of all members that match all filters, in the wanted order. */
export async function listWithdrawals(
  deps: Listing,
  { search, isFlagged, stage, ...filter }: ListWithdrawalsInput,
) {
  const { twoAdminsFromKes } = await deps.economy()
  const rows = await listAdminWithdrawals(deps.db, {
    ...filter,
    ...(search !== undefined && { search: { by: readMemberSearch(deps.secrets, search), receipt: search } }),
    ...(stage !== undefined && { staged: { stage, twoAdminsFromKes } }),
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

/** Count the withdrawals of each stage of the payout desk, up to `MAX_COUNTED`. */
export async function countWithdrawals({ db, economy }: Listing): Promise<WithdrawalCounts> {
  return count(db, (await economy()).twoAdminsFromKes)
}

/**
 * Read a withdrawal with what decides about it. The reasons that staff gave only for people who may decide withdrawals.
 * @throws AppError NOT_FOUND
 */
export async function getWithdrawalCase(
  deps: Listing,
  caller: Caller,
  { id }: { id: string },
): Promise<Answer<typeof withdrawalCase>> {
  const { db } = deps
  const ref = orRefuse(await findWithdrawalRef(db, id), 'NOT_FOUND')
  const mayDecide = holdsPermission(caller, 'withdrawals:decide')
  const [withdrawal, sources, others, events] = await Promise.all([
    getAdminWithdrawal(db, id),
    listSources(db, ref),
    listOthers(db, ref),
    listEvents(db, id),
  ])
  return {
    withdrawal: openWithdrawal(deps, withdrawal),
    sources,
    others,
    events: events.map((event) => ({ ...event, reason: mayDecide ? (event.reason ?? '') : '' })),
  }
}

/** Tell a staff page when the list of withdrawals changes, as long as the caller may read it. */
export function watchWithdrawals({ changes }: Pick<Deps, 'changes'>, caller: Caller, stream: StaffStream) {
  return watchAsStaff(changes, { topic: 'withdrawals', permission: 'withdrawals:read', caller }, stream)
}
