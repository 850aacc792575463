import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Db } from '@chuma/db/client'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { findOwnCredits } from './find-own-credits.ts'
import { listDeciders } from './require-another.ts'

type Terms = Pick<Economy, 'selfApprovalKes' | 'kesPerPoint'>

/**
 * Require that somebody else approves what a member withdraws if this person gave them points worth more than
 * `economy.selfApprovalKes` in the last 30 days.
 * @throws AppError FORBIDDEN
 */
export async function requireOtherMaker(
  db: Db,
  staff: StaffActor,
  { memberId, terms }: { memberId: string; terms: Terms },
): Promise<void> {
  for (const decider of listDeciders(staff)) {
    if (await isMaker(db, decider, { memberId, terms })) throw new AppError('FORBIDDEN', { why: 'ownCredit' })
  }
}

/** Whether an actor's person gave a member enough points that somebody else has to approve their payout. */
export async function isMaker(
  db: Db,
  actor: Pick<StaffActor, 'name'>,
  { memberId, terms }: { memberId: string; terms: Terms },
): Promise<boolean> {
  const points = (await findOwnCredits(db, actor, [memberId])).get(memberId) ?? 0
  return isTooMuch(points, terms)
}

/** Whether a person gave a member too many points to approve their payout as well. */
export function isTooMuch(points: number, { selfApprovalKes, kesPerPoint }: Terms): boolean {
  return points * kesPerPoint > selfApprovalKes
}
