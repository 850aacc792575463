import type { claimDetail } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import { findClaim, findReviewOfClick, listOtherClaims } from '@chuma/db/queries/partners/claims'
import { listPartnerEvents, listUnmatchedSince } from '@chuma/db/queries/partners/partner-events'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/** Load everything that helps to decide a claim. @throws AppError NOT_FOUND */
export async function getClaim({ db }: Deps, { id }: { id: string }): Promise<Answer<typeof claimDetail>> {
  const claim = await findClaim(db, id)
  if (!claim) throw new AppError('NOT_FOUND')
  const { reference, partnerId, memberId, clickedAt: since } = claim
  const [review, events, unmatched, earlier] = await Promise.all([
    findReviewOfClick(db, claim),
    listPartnerEvents(db, { reference, limit: 50 }),
    partnerId === null ? [] : listUnmatchedSince(db, { partnerId, since }),
    listOtherClaims(db, { memberId, claimId: id }),
  ])
  return { claim, review: review ?? null, events, unmatched, earlier }
}
