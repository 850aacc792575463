import type { AcceptedSurveyReviews, AcceptSurveyReviewsInput } from '@chuma/contract/surveys/reviews'
import { findReviewRef, lockReview } from '@chuma/db/queries/surveys/survey-reviews'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { decideReview } from './decide-review.ts'

type Result = AcceptedSurveyReviews['results'][number]

/**
 * For content and owners: end the doubt about many paid surveys, each in its own transaction. Held rewards and appeals are left
 * alone: each of them needs a look at its answers. Safe to repeat.
 */
export async function acceptReviews(
  deps: Deps,
  staff: StaffActor,
  { ids }: AcceptSurveyReviewsInput,
): Promise<AcceptedSurveyReviews> {
  const results: Result[] = []
  for (const id of new Set(ids)) results.push({ id, outcome: await acceptOne(deps, staff, id) })
  return { results, acceptedCount: results.filter(({ outcome }) => outcome === 'accepted').length }
}

async function acceptOne(deps: Deps, staff: StaffActor, id: string): Promise<Result['outcome']> {
  const ref = await findReviewRef(deps.db, id)
  if (!ref) return 'unknown-id'
  const review = await deps.db.transaction().execute((trx) => lockReview(trx, ref))
  if (review?.state !== 'doubtful') return 'decided'
  try {
    await decideReview(deps, staff, { id, decision: 'paid', reason: '' })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'FORBIDDEN' ? 'own' : 'decided'
  }
}
