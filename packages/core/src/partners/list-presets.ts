import type { partnerPreset } from '@chuma/contract/partners/partners'
import { boughtPoints } from '@chuma/contract/surveys/reward-points'
import type { Answer } from '@chuma/contract/timestamp'
import type { Deps } from '../deps.ts'

/** The number of members who can reach their own ceiling on one day before the partner reaches its ceiling. */
const MEMBERS_AT_CEILING = 100

/** List the presets. Their ceilings in points are what the ceiling in USD buys at today's rate. */
export async function listPresets(
  deps: Pick<Deps, 'economy' | 'postbacks'>,
): Promise<Answer<typeof partnerPreset>[]> {
  const { pointsPerUsd } = await deps.economy()
  return deps.postbacks.presets.map(({ scheme, ...preset }) => {
    const ceilings: { maxUsdCentsPerMemberDay?: number } = Object(scheme.ceilings)
    const most = boughtPoints((ceilings.maxUsdCentsPerMemberDay ?? 0) / 100, pointsPerUsd)
    const inPoints = { maxPointsPerMemberDay: most, maxPointsPerDay: most * MEMBERS_AT_CEILING }
    return { ...preset, scheme: { ...scheme, ceilings: { ...ceilings, ...(most > 0 && inPoints) } } }
  })
}
