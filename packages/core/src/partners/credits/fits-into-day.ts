import type { Trx } from '@chuma/db/client'
import { addToPartnerDay, lockCreditsOfMember, sumTodaysCredits } from '@chuma/db/queries/partners/credits'
import type { EventInHand } from '../settlement.ts'

type Wanted = { memberId: string; points: number; usd: number }

/** Whether today's ceilings leave room for an event, and count it if so. Parallel events count one after the other. */
export async function fitsIntoDay(
  trx: Trx,
  { terms, partnerId }: Pick<EventInHand, 'terms' | 'partnerId'>,
  { memberId, points, usd }: Wanted,
): Promise<boolean> {
  const { maxUsdCentsPerMemberDay, maxPointsPerMemberDay, maxPointsPerDay } = terms.ceilings
  if (maxUsdCentsPerMemberDay !== undefined || maxPointsPerMemberDay !== undefined) {
    await lockCreditsOfMember(trx, partnerId, memberId)
    const today = await sumTodaysCredits(trx, partnerId, memberId)
    if ((today.usd + usd) * 100 > (maxUsdCentsPerMemberDay ?? Number.POSITIVE_INFINITY)) return false
    if (today.points + points > (maxPointsPerMemberDay ?? Number.POSITIVE_INFINITY)) return false
  }
  return maxPointsPerDay === undefined || addToPartnerDay(trx, { partnerId, points, most: maxPointsPerDay })
}
