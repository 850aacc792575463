import type { ProfileAttributeInput, profileOverview } from '@chuma/contract/profile/profile'
import { traitOf } from '@chuma/contract/surveys/traits'
import type { Answer } from '@chuma/contract/timestamp'
import { deleteProfileAnswer } from '@chuma/db/queries/profile/profile-answers'
import { insertProfileFlag } from '@chuma/db/queries/profile/profile-choices'
import { forgetTrait } from '@chuma/db/queries/surveys/survey-traits'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { isLasting } from './find-unlikely.ts'
import { getOverview } from './get-overview.ts'
import { readGroupPoints } from './read-group-points.ts'

/**
 * Withdraw the consent to one answer, which deletes it, also where answers to surveys are counted by it. What it earned stays.
 * Repeating it changes nothing.
 */
export async function withdrawAnswer(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
  { attribute }: ProfileAttributeInput,
): Promise<Answer<typeof profileOverview>> {
  const groupPoints = await readGroupPoints(deps, memberId)
  return deps.db.transaction().execute(async (trx) => {
    await lockWallet(trx, memberId)
    const wasThere = await deleteProfileAnswer(trx, memberId, attribute)
    if (wasThere && isLasting(attribute)) {
      await insertProfileFlag(trx, { memberId, attribute, kind: 'withdrawn' })
    }
    const trait = traitOf(attribute)
    if (trait) await forgetTrait(trx, memberId, trait)
    return getOverview(trx, memberId, groupPoints)
  })
}
