import { APPROVAL_KINDS, approvalKinds } from '@chuma/contract/admin/approvals/approval-kinds'
import { WAITING, WAITING_KINDS, type waitingWork } from '@chuma/contract/admin/waiting'
import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import type { Answer } from '@chuma/contract/timestamp'
import { countWaiting } from '@chuma/db/queries/admin/waiting'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { listOpenRails } from '../../payouts/rails/find-rail.ts'
import { holdsPermission } from '../staff/require-staff.ts'

/** List what waits for staff and since when, limited to what the caller may read. */
export function listWaiting(
  { db, payouts }: Pick<Deps, 'db' | 'payouts'>,
  caller: Caller,
): Promise<Answer<typeof waitingWork>> {
  const kinds = WAITING_KINDS.filter((kind) => holdsPermission(caller, WAITING[kind]))
  return countWaiting(db, {
    kinds,
    providers: [ALL_RAILS, ...listOpenRails(payouts)],
    // As `listApprovals` shows them.
    approvalKinds: APPROVAL_KINDS.filter((kind) => holdsPermission(caller, approvalKinds[kind])),
  })
}
