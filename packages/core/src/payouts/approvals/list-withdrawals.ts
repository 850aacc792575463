import type { adminWithdrawal, ListWithdrawalsInput } from '@chuma/contract/admin/admin'
import type { Answer } from '@chuma/contract/timestamp'
import { listAdminWithdrawals } from '@chuma/db/queries/admin/admin'
import { readMemberSearch } from '../../account/members/list-members.ts'
import type { Deps } from '../../deps.ts'
import { openWithdrawal } from '../details/seal-account.ts'

/** List withdrawals of all members that match all filters, oldest first. */
export async function listWithdrawals(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets' | 'reportFailure'>,
  { search, isFlagged, ...filter }: ListWithdrawalsInput,
): Promise<Answer<typeof adminWithdrawal>[]> {
  const { twoAdminsFromKes } = await deps.economy()
  const rows = await listAdminWithdrawals(deps.db, {
    ...filter,
    ...(search !== undefined && { search: { by: readMemberSearch(deps.secrets, search), receipt: search } }),
    ...(isFlagged !== undefined && { flagged: { isFlagged, twoAdminsFromKes } }),
  })
  return rows.map((row) => openWithdrawal(deps, row))
}
