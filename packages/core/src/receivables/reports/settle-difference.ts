import type { SettleDifferenceInput } from '@chuma/contract/receivables/reports'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  type DifferenceState,
  findDifference,
  lockDifference,
  updateDifferenceState,
} from '@chuma/db/queries/receivables/report-rows'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../../payouts/approvals/require-another.ts'
import { type Mover, takeStep } from '../../state-machine.ts'
import { differenceMachine } from './transitions.ts'

const STATES = { ask: 'asked', explain: 'explained', accept: 'accepted' } as const

/**
 * For finance and owners: note what staff do about a difference. It moves no points and no money: a missing event is sent again by
 * the partner, a missing credit is granted as a claim, and a debt is given up as a write-off.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, FORBIDDEN about a credit of one's own
 */
export function settleDifference(
  { db }: Deps,
  staff: StaffActor,
  { id, decision, note }: SettleDifferenceInput,
) {
  return db.transaction().execute(async (trx) => {
    const row = await lockDifference(trx, id)
    if (!row) throw new AppError('NOT_FOUND')
    if (row.memberId) await requireAnother(trx, staff, row.memberId)
    const to = STATES[decision]
    await moveDifference(trx, row, { to, by: 'staff', note, decidedBy: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'report-row.decided',
      subject: `report-row:${id}`,
      before: { state: row.state, outcome: row.outcome },
      after: { state: to, partnerId: row.partnerId, transactionId: row.transactionId },
      reason: note,
      address: staff.address,
    })
    const decided = await findDifference(trx, id)
    if (!decided) throw new Error(`row ${id} of a report vanished`)
    return decided
  })
}

type Move = { to: DifferenceState; by: Mover; note?: string; decidedBy: string }

/** Move a row that the caller has locked. @throws AppError ALREADY_DECIDED for a step that is not in the table */
export async function moveDifference(
  trx: Trx,
  { rowId, state: from }: { rowId: string; state: DifferenceState },
  { to, by, note, decidedBy }: Move,
): Promise<void> {
  await takeStep(differenceMachine, { from, to, by }, () =>
    updateDifferenceState(trx, rowId, { from, to, note, decidedBy }),
  )
}
