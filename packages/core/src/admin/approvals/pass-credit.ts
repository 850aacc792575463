import type { Trx } from '@chuma/db/client'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import type { ApprovedBy } from './approval.ts'
import { exceedsDay } from './exceeds-day.ts'
import { passApproval, type Wish } from './pass-approval.ts'

type Act = { deps: Pick<Deps, 'accounts' | 'economy'>; trx: Trx; staff: StaffActor }

/** Let the points of a claim or a proof through, or stop them until a second person approves them. */
export async function passCredit(
  { deps, trx, staff }: Act,
  { points, ...wish }: Omit<Wish, 'amountKes'> & { points: number },
): Promise<ApprovedBy & { amountKes: number }> {
  const terms = await deps.economy()
  const amountKes = points * terms.kesPerPoint
  const approved = await passApproval(
    trx,
    { ...wish, amountKes },
    { staff, isAboveLimit: () => exceedsDay(deps, trx, { staff, limited: 'credits', amountKes, terms }) },
  )
  return { amountKes, ...approved }
}
