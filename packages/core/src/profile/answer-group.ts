import { type Problem, problem } from '@chuma/contract/problems'
import type { AnswerProfileGroupInput, answeredProfileGroup } from '@chuma/contract/profile/profile'
import { type AttributeKey, attributesOf } from '@chuma/contract/profile/profile-attributes'
import type { Answer } from '@chuma/contract/timestamp'
import { groupSource, listPaidGroups } from '@chuma/db/queries/profile/profile-choices'
import { bookReward } from '@chuma/db/queries/wallet/rewards'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getOverview } from './get-overview.ts'
import { keepAnswers } from './keep-answers.ts'
import { readGroupPoints } from './read-group-points.ts'

/**
 * Answer all questions of a group, and earn its points once in a business year: a unique source key, whatever else happens
 * to the answers. "Prefer not to say" earns them too: consent is not bought.
 * @throws AppError INVALID_INPUT with a problem for each missing or wrong answer
 */
export async function answerGroup(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
  { group, answers }: AnswerProfileGroupInput,
): Promise<Answer<typeof answeredProfileGroup>> {
  requireWholeGroup(attributesOf(group), answers)
  const groupPoints = await readGroupPoints(deps, memberId)
  return deps.db.transaction().execute(async (trx) => {
    await keepAnswers(trx, {
      memberId,
      answers,
      source: 'survey',
      path: (attribute) => `answers.${attribute}`,
    })
    // Read after the wallet's lock, so that of two concurrent calls one says that it earned nothing.
    const isPaid = (await listPaidGroups(trx, memberId)).includes(group)
    if (!isPaid && groupPoints > 0) {
      await bookReward(trx, {
        memberId,
        kind: 'profile',
        points: groupPoints,
        sourceKey: groupSource(group),
        description: 'Profile questions',
      })
    }
    return {
      pointsEarned: isPaid ? 0 : groupPoints,
      overview: await getOverview(trx, memberId, groupPoints),
    }
  })
}

function requireWholeGroup(attributes: AttributeKey[], answers: object): void {
  const fields: Record<string, Problem[]> = {}
  for (const attribute of attributes) {
    if (!(attribute in answers)) fields[`answers.${attribute}`] = [problem('REQUIRED')]
  }
  for (const attribute of Object.keys(answers) as AttributeKey[]) {
    if (!attributes.includes(attribute)) fields[`answers.${attribute}`] = [problem('UNKNOWN_FIELD')]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}
