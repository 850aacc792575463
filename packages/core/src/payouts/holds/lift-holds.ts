import { isLiftable } from '@chuma/contract/payouts/holds'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { endHold } from '@chuma/db/queries/payouts/holds'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { EvaluatedHold } from './evaluate-holds.ts'

type Lifting = { ref: WithdrawalRef; open: readonly EvaluatedHold[]; staff: StaffActor; reason: string }

/** Lift those of a withdrawal's holds that staff may lift, each with an audit entry. The caller has locked the wallet. */
export async function liftHolds(trx: Trx, { ref, open, staff, reason }: Lifting): Promise<void> {
  for (const hold of open.filter(isLiftable)) {
    await endHold(trx, { ...ref, holdId: hold.holdId }, { by: staff.name, reason })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'withdrawal.hold-lifted',
      subject: `withdrawal:${ref.withdrawalId}`,
      before: { hold: hold.reason, since: hold.since, until: hold.until, ...hold.facts },
      reason,
      address: staff.address,
    })
  }
}
