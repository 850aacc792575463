import type { creditReviewDetail } from '@chuma/contract/partners/credit-reviews'
import type { Answer } from '@chuma/contract/timestamp'
import { findReview } from '@chuma/db/queries/partners/credit-reviews'
import { listPartnerEvents } from '@chuma/db/queries/partners/partner-events'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/** Load everything that helps to decide about a credit. @throws AppError NOT_FOUND */
export async function getCreditReview(
  { db }: Deps,
  { id }: { id: string },
): Promise<Answer<typeof creditReviewDetail>> {
  const review = await findReview(db, id)
  if (!review) throw new AppError('NOT_FOUND')
  return { review, events: await listPartnerEvents(db, { reference: review.reference, limit: 50 }) }
}
