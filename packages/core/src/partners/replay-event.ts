import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { requireAnother } from '../payouts/approvals/require-another.ts'
import { judgeEvent } from './judge-event.ts'
import type { ClickRef, Settlement } from './settlement.ts'

type Replay = { id: string; click?: ClickRef }
type Decision = { outcome: Settlement['outcome']; reason: string | null }

/**
 * Process a stored event again: after its partner's scheme was corrected, or for the click that staff found. The call must
 * still be genuine, and its effects count once, however often it is replayed.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own click
 */
export async function replayEvent(deps: Deps, staff: StaffActor, { id, click }: Replay): Promise<Decision> {
  if (click) await requireAnother(deps.db, staff, click.memberId)
  const { settlement } = await judgeEvent(deps, id, {
    decidedBy: staff.name,
    ...(click ? { click } : {}),
    within: async (trx, made) => {
      if (click && made.outcome === 'unmatched') throw new AppError('NOT_FOUND')
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: click ? 'match-partner-event' : 'replay-partner-event',
        subject: `partner-event:${id}`,
        after: { ...made, ...(click ? { clickId: click.clickId } : {}) },
        address: staff.address,
      })
    },
  })
  return { outcome: settlement.outcome, reason: settlement.reason ?? null }
}
