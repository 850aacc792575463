import { findReviewNews, type ReviewRef } from '@chuma/db/queries/surveys/survey-reviews'
import type { Deps } from '../../deps.ts'

/** Job: mail a member what became of a survey's reward. Retried until the mail is accepted. */
export async function sendReviewNews(deps: Deps, ref: ReviewRef): Promise<void> {
  const found = await findReviewNews(deps.db, ref)
  if (!found || found.state === 'doubtful' || found.state === 'appealed') return
  const { email: to, firstName, title, points, state, until, keepReason, reason, appealAnswer } = found
  const { timeZone } = await deps.economy()
  await deps.mail.sendSurveyReview({
    to,
    firstName,
    title,
    points,
    news: appealAnswer === null || state === 'held' ? state : `${state}-on-appeal`,
    reason: (state === 'held' ? keepReason : (appealAnswer ?? reason)) ?? '',
    until,
    timeZone,
  })
}
