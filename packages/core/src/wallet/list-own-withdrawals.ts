import type { Page } from '@chuma/contract/pages'
import type { Answer } from '@chuma/contract/timestamp'
import type { withdrawal } from '@chuma/contract/wallet/wallet'
import { readOpenHolds } from '@chuma/db/queries/payouts/holds'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { openWithdrawal } from '../payouts/details/seal-account.ts'
import { showHolds } from '../payouts/holds/show-holds.ts'

/** List a member's withdrawals, newest first. */
export async function listOwnWithdrawals(
  deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
  page?: Page,
): Promise<Answer<typeof withdrawal>[]> {
  const rows = await listWithdrawals(deps.db, memberId, page)
  const open = await readOpenHolds(deps.db, rows)
  return rows.map((row) => ({
    ...openWithdrawal(deps, row),
    holds: showHolds(row.status, open.get(row.id) ?? []),
  }))
}
