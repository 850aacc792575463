import type { ScreenedOut } from '@chuma/contract/surveys/surveys'
import type { Trx } from '@chuma/db/client'
import { isErased } from '@chuma/db/queries/account/erasure'
import { screenOutAttempt } from '@chuma/db/queries/surveys/screen-outs'
import { lockCompletions } from '@chuma/db/queries/surveys/survey-pace'
import { wasPaidBefore } from '../../account/returning/prints.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { OpenedAttempt } from '../open-attempt.ts'
import { screenOutReward } from '../survey-reward.ts'
import type { Followed } from './follow.ts'
import { describeAsked } from './read-progress.ts'
import { createSay } from './render-question.ts'

export type Paying = { trx: Trx; secrets: Deps['secrets']; kesPerPoint: number }
type Ending = { memberId: string; attempt: OpenedAttempt; followed: Followed; language: string }

/**
 * End an attempt whose answers screen the member out, and pay what was promised for that at its start: once, because an attempt
 * ends once and its source key is unique. A person who was paid for it with an account that was erased gets no points.
 */
export async function screenOut(
  { trx, secrets, kesPerPoint }: Paying,
  { memberId, attempt, followed, language }: Ending,
): Promise<ScreenedOut> {
  const { surveyId, title, screenOutPoints } = attempt
  await lockCompletions(trx, memberId)
  if (await isErased(trx, memberId)) throw new AppError('NOT_SIGNED_IN')
  const paidBefore = await wasPaidBefore(trx, { secrets }, { memberId, surveyId })
  const texts = followed.end?.reason
  const reason = texts ? createSay({ followed, language })(texts) : ''
  const { asked } = describeAsked(followed)
  const earned = await screenOutAttempt(
    trx,
    { memberId, surveyId, reason, asked },
    screenOutReward({ memberId, surveyId, title, points: paidBefore ? 0 : screenOutPoints }),
  )
  return { reason, ...earned, earnedAmount: earned.pointsEarned * kesPerPoint }
}
