import * as reviews from '@chuma/contract/surveys/reviews'
import { acceptReviews, decideReview, getReview, rejectReviews } from '@chuma/core/surveys/reviews'
import { listReviews } from '@chuma/db/queries/surveys/survey-reviews'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: decisions about surveys whose answers are in doubt. */
export const surveyReviewProcedures = {
  listSurveyReviews: staffProcedure('proofs:read')
    .meta({
      rest: route(
        'GET /admin/survey-reviews',
        'Surveys with doubtful answers: waiting ones oldest first, decided ones newest first',
      ),
    })
    .input(reviews.listSurveyReviewsInput)
    .output(z.array(reviews.adminSurveyReview))
    .query(({ ctx, input }) => listReviews(ctx.deps.db, input)),

  getSurveyReview: staffProcedure('proofs:read')
    .meta({
      rest: route('GET /admin/survey-reviews/:id', 'A reviewed survey and its answers', {
        description:
          'By the id of the review or of the member’s attempt. Answers that were never in doubt are shown as paid, without flags and words.',
      }),
    })
    .input(reviews.surveyReviewIdInput)
    .output(reviews.surveyReviewDetail)
    .query(({ ctx, input }) => getReview(ctx.deps, input)),

  decideSurveyReview: staffProcedure('proofs:decide', 'routine')
    .meta({
      rest: route('PUT /admin/survey-reviews/:id', 'Pay, keep or reject a reward, or answer an appeal', {
        description:
          'Keeping is possible once. Rejecting takes back what was paid without anyone’s decision, until `returnableUntil`: by the attempt’s id also answers that were never in doubt. Keeping, rejecting and every answer to an appeal need a reason, which the member reads. An appeal is answered by another person than the one who rejected. Answers 409 if it is decided already.',
        errors: ['ALREADY_DECIDED'],
      }),
    })
    .input(reviews.decideSurveyReviewInput)
    .output(reviews.adminSurveyReview)
    .mutation(({ ctx, input }) => decideReview(ctx.deps, ctx.staff, input)),

  acceptSurveyReviews: staffProcedure('proofs:decide', 'routine')
    .meta({
      rest: route('POST /admin/survey-reviews/accept', 'End the doubt about many paid surveys', {
        description: 'Held rewards and appeals are left alone. The answer says what became of each.',
      }),
    })
    .input(reviews.acceptSurveyReviewsInput)
    .output(reviews.acceptedSurveyReviews)
    .mutation(({ ctx, input }) => acceptReviews(ctx.deps, ctx.staff, input)),

  rejectSurveyReviews: staffProcedure('proofs:decide', 'routine')
    .meta({
      rest: route('POST /admin/survey-reviews/reject', 'Reject the answers to many surveys', {
        description:
          'Held answers, and those that were paid without anyone’s decision: their points are taken back. Places in cells and of a client’s budget are free again. Appeals are left alone. The answer says what became of each.',
      }),
    })
    .input(reviews.rejectSurveyReviewsInput)
    .output(reviews.rejectedSurveyReviews)
    .mutation(({ ctx, input }) => rejectReviews(ctx.deps, ctx.staff, input)),
}
