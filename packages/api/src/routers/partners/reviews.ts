import * as partners from '@chuma/contract/partners/partners'
import { decideCreditReview, getCreditReview } from '@chuma/core/partners/reviews'
import { listReviews } from '@chuma/db/queries/partners/claims'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Credits whose partner paid less than was promised, or more than a ceiling. */
export const reviewProcedures = {
  listCreditReviews: staffProcedure('partners:read')
    .meta({
      rest: route(
        'GET /admin/credit-reviews',
        'Partners’ credits that wait for a decision, oldest first, or were decided, newest first',
      ),
    })
    .input(partners.listCreditReviewsInput)
    .output(z.array(partners.creditReview))
    .query(({ ctx, input }) => listReviews(ctx.deps.db, input)),

  getCreditReview: staffProcedure('partners:read')
    .meta({
      rest: route(
        'GET /admin/credit-reviews/:id',
        'One credit in review, with everything that helps to decide about it',
      ),
    })
    .input(partners.creditReviewIdInput)
    .output(partners.creditReviewDetail)
    .query(({ ctx, input }) => getCreditReview(ctx.deps, input)),

  decideCreditReview: staffProcedure('claims:decide', 'sensitive')
    .meta({
      rest: route('PUT /admin/credit-reviews/:id', 'Pay the promise, pay what the amount buys, or reject', {
        errors: ['ALREADY_CREDITED', 'ALREADY_DECIDED'],
      }),
    })
    .input(partners.decideCreditReviewInput)
    .output(partners.creditReview)
    .mutation(({ ctx, input }) => decideCreditReview(ctx.deps, ctx.staff, input)),
}
