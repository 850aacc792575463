import type { Db } from '@chuma/db/client'
import { findOwnSources, listRecentCredits } from '@chuma/db/queries/payouts/credit-sources'
import type { StaffActor } from '../../admin/staff/require-staff.ts'

/** Someone who gave a member points does not approve their withdrawals for as long. */
const MAKER_DAYS = 30

/**
 * Sum up, by member, the points of the last 30 days that an actor's person gave: directly, by premium they granted, or by an offer,
 * task, question, wheel or partner that they created or changed in that time. Members without any are left out.
 */
export async function findOwnCredits(
  db: Db,
  { name }: Pick<StaffActor, 'name'>,
  memberIds: readonly string[],
): Promise<Map<string, number>> {
  const credits = await listRecentCredits(db, memberIds, MAKER_DAYS)
  const sources = [...new Set(credits.flatMap((credit) => credit.sources))]
  const own = await findOwnSources(db, { actor: name, sources, days: MAKER_DAYS })
  const points = new Map<string, number>()
  for (const credit of credits) {
    if (!credit.sources.some((source) => own.has(source))) continue
    points.set(credit.memberId, (points.get(credit.memberId) ?? 0) + Number(credit.points))
  }
  return points
}
