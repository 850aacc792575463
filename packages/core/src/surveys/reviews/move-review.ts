import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  endSurveyHold,
  extendSurveyHold,
  type LockedReview,
  type ReviewStep,
  updateReviewState,
} from '@chuma/db/queries/surveys/survey-reviews'
import { bookReward } from '@chuma/db/queries/wallet/rewards'
import { outdateWaiting } from '../../admin/approvals/outdate-waiting.ts'
import { type Mover, takeStep } from '../../state-machine.ts'
import { surveyReward } from '../survey-reward.ts'
import { type ReviewEffect, type ReviewState, reviewMachine } from './transitions.ts'

type Move = ReviewStep & { to: ReviewState; by: Mover }

/**
 * Move a review that the caller has locked, after the member's wallet, and pay the reward when the step says so.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveReview(trx: Trx, review: LockedReview, { to, by, ...step }: Move): Promise<void> {
  const from = review.state
  const effects = await takeStep(reviewMachine, { from, to, by }, () =>
    updateReviewState(trx, review, { ...step, from, to }),
  )
  const subject = `survey-review:${review.reviewId}`
  await outdateWaiting(trx, { subject, kinds: ['decide-survey-review'], by, actor: step.decidedBy })
  for (const effect of effects) await bringAbout[effect](trx, review, step)
}

const bringAbout: Record<
  ReviewEffect,
  (trx: Trx, review: LockedReview, step: ReviewStep) => Promise<unknown>
> = {
  'post reward': (trx, review, { decidedBy }) =>
    bookReward(trx, { ...surveyReward(review), actor: decidedBy }),
  'end hold': (trx, review, { decidedBy }) => endSurveyHold(trx, review, decidedBy),
  'extend hold': (trx, review) => extendSurveyHold(trx, review),
  'tell member': (trx, { memberId, surveyId }) =>
    insertJob(trx, 'send-survey-review', { memberId, surveyId }),
}
