import type { adminWithdrawal, ListWithdrawalsInput } from '@chuma/contract/admin/admin'
import type { Answer } from '@chuma/contract/timestamp'
import { listAdminWithdrawals } from '@chuma/db/queries/admin/admin'
import { readMemberSearch } from '../../account/members/list-members.ts'
import type { Deps } from '../../deps.ts'

/** List withdrawals of all members that match all filters, oldest first. */
export async function listWithdrawals(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  { search, isFlagged, ...filter }: ListWithdrawalsInput,
): Promise<Answer<typeof adminWithdrawal>[]> {
  const { twoAdminsFromKes } = await economy()
  return listAdminWithdrawals(db, {
    ...filter,
    ...(search !== undefined && { search: { by: readMemberSearch(search), receipt: search } }),
    ...(isFlagged !== undefined && { flagged: { isFlagged, twoAdminsFromKes } }),
  })
}
