import type { ApprovalKind } from '@chuma/contract/admin/approvals/approval-kinds'
import type { Trx } from '@chuma/db/client'
import { lockWaitingAbout } from '@chuma/db/queries/admin/approvals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import type { Mover } from '../../state-machine.ts'
import { moveApproval } from './move-approval.ts'

type Decided = {
  subject: string
  kinds: readonly ApprovalKind[]
  by: Mover
  /** Who decided the subject otherwise. */
  actor: string
  /** Leaves requests alone that someone is deciding now: for subjects that the caller has not locked. */
  skipsLocked?: boolean
}

/**
 * End the requests that wait for what has just happened in another way, or cannot happen any more. In the transaction of that
 * change, after its subject was locked: a request that is being executed holds the same lock.
 */
export async function outdateWaiting(
  trx: Trx,
  { subject, kinds, by, actor, skipsLocked = false }: Decided,
): Promise<void> {
  for (const request of await lockWaitingAbout(trx, { subject, kinds, skipsLocked })) {
    const { approvalId, kind, requestedBy } = request
    await moveApproval(trx, request, {
      to: 'outdated',
      by: by === 'staff' || by === 'erasure' ? by : 'worker',
      decidedBy: actor,
      note: null,
    })
    await insertAuditEntry(trx, {
      actor,
      action: 'approval.outdated',
      subject: `approval:${approvalId}`,
      before: { state: 'waiting' },
      after: { state: 'outdated', kind, subject, requestedBy },
      address: null,
    })
  }
}
