import type { profileOverview, SaveProfileAnswerInput } from '@chuma/contract/profile/profile'
import type { Answer } from '@chuma/contract/timestamp'
import { markPrompted } from '@chuma/db/queries/profile/profile-choices'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getOverview } from './get-overview.ts'
import { keepAnswers } from './keep-answers.ts'
import { readGroupPoints } from './read-group-points.ts'

/** Store one answer, with the member's consent to that. Earns nothing. @throws AppError INVALID_INPUT */
export async function saveProfileAnswer(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
  { attribute, codes, source }: SaveProfileAnswerInput,
): Promise<Answer<typeof profileOverview>> {
  const groupPoints = await readGroupPoints(deps, memberId)
  return deps.db.transaction().execute(async (trx) => {
    await keepAnswers(trx, { memberId, answers: { [attribute]: codes }, source, path: () => 'codes' })
    if (source === 'question') await markPrompted(trx, memberId, null)
    return getOverview(trx, memberId, groupPoints)
  })
}
