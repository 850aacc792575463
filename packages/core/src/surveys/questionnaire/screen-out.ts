import type { ScreenedOut, SurveyQuestion } from '@chuma/contract/surveys/surveys'
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
import { createSay } from './render-question.ts'

/** Say why a questionnaire ended early, in a language. */
export function sayEnd(followed: Followed, language: string): string {
  const texts = followed.end?.reason
  return texts ? createSay({ followed, language })(texts) : ''
}

export type Paying = { trx: Trx; secrets: Deps['secrets']; kesPerPoint: number }
type Ending = {
  memberId: string
  attempt: OpenedAttempt
  /** In the member's language, or the code of a closed cell, which the edge puts into words. */
  reason: string
  asked: SurveyQuestion[]
}

/**
 * End an attempt whose answers screen the member out, or lead to a cell that is full, and pay what was promised for that at its start: once, because an attempt
 * ends once and its source key is unique. A person who was paid for it with an account that was erased gets no points.
 */
export async function screenOut(
  { trx, secrets, kesPerPoint }: Paying,
  { memberId, attempt, reason, asked }: Ending,
): Promise<ScreenedOut> {
  const { surveyId, title, screenOutPoints } = attempt
  await lockCompletions(trx, memberId)
  if (await isErased(trx, memberId)) throw new AppError('NOT_SIGNED_IN')
  const paidBefore = await wasPaidBefore(trx, { secrets }, { memberId, surveyId })
  const earned = await screenOutAttempt(
    trx,
    { memberId, surveyId, reason, asked },
    screenOutReward({ memberId, surveyId, title, points: paidBefore ? 0 : screenOutPoints }),
  )
  return { reason, ...earned, earnedAmount: earned.pointsEarned * kesPerPoint }
}
