import { pageInput } from '@chuma/contract/fields'
import * as partners from '@chuma/contract/partners/partners'
import { decideClaim, getClaim, openClaim } from '@chuma/core/partners/claims'
import { listMyClicks } from '@chuma/core/partners/clicks'
import { listAllPartners, replayEvent } from '@chuma/core/partners/events'
import { createPartner, getEvent, listPresets, updatePartner } from '@chuma/core/partners/partners'
import { decideCreditReview, getCreditReview } from '@chuma/core/partners/reviews'
import { listClaims, listReviews } from '@chuma/db/queries/partners/claims'
import { listPartnerEvents } from '@chuma/db/queries/partners/partner-events'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { memberProcedure, router, staffProcedure } from '../../trpc.ts'

/** Of `partners`: what members do. */
const clickProcedures = {
  listClicks: memberProcedure
    .meta({ rest: route('GET /clicks', 'My clicks and their results') })
    .input(pageInput)
    .output(z.array(partners.click))
    .query(({ ctx, input }) => listMyClicks(ctx.deps, { ...input, memberId: ctx.member.memberId })),

  openClaim: memberProcedure
    .meta({
      rest: route('POST /claims', 'Claim the missing points of a click', {
        example: {
          body: { note: 'I finished the survey on Saturday morning.' },
          answer: { note: 'I finished the survey on Saturday morning.' },
        },
        status: 201,
        errors: ['ALREADY_CREDITED', 'CLAIM_EXISTS', 'NOT_FOUND'],
      }),
    })
    .input(partners.openClaimInput)
    .output(partners.claim)
    .mutation(({ ctx, input }) => openClaim(ctx.deps, ctx.member, input)),
}

/** Partners, their events and members' claims, for staff. */
export const partnersRouter = router({
  ...clickProcedures,
  listPartners: staffProcedure('partners:read')
    .meta({ rest: route('GET /admin/partners', 'Partners and the addresses they call') })
    .output(z.array(partners.partnerOverview))
    .query(({ ctx }) => listAllPartners(ctx.deps)),

  listPresets: staffProcedure('partners:read')
    .meta({ rest: route('GET /admin/partner-presets', 'Presets for new partners') })
    .output(z.array(partners.partnerPreset))
    .query(({ ctx }) => listPresets(ctx.deps)),

  createPartner: staffProcedure('partners:manage', 'critical')
    .meta({
      rest: route('POST /admin/partners', 'Add a partner', {
        status: 201,
        errors: ['ECONOMY_UNCHOSEN', 'KEY_REUSED'],
      }),
    })
    .input(partners.createPartnerInput)
    .output(partners.partner)
    .mutation(({ ctx, input }) =>
      createPartner(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updatePartner: staffProcedure('partners:manage', 'critical')
    .meta({
      rest: route('PUT /admin/partners/:id', 'Change a partner', {
        errors: ['ECONOMY_UNCHOSEN', 'PARTNER_STATE'],
      }),
    })
    .input(partners.updatePartnerInput)
    .output(partners.partner)
    .mutation(({ ctx, input }) => updatePartner(ctx.deps, ctx.staff, input)),

  listEvents: staffProcedure('partners:read')
    .meta({ rest: route('GET /admin/partner-events', "Partners' events and their outcomes, newest first") })
    .input(partners.listPartnerEventsInput)
    .output(z.array(partners.partnerEvent))
    .query(({ ctx, input }) => listPartnerEvents(ctx.deps.db, input)),

  getEvent: staffProcedure('partners:read')
    .meta({
      rest: route('GET /admin/partner-events/:id', 'One event, as received', { errors: ['SECRET_LOST'] }),
    })
    .input(partners.partnerEventIdInput)
    .output(partners.partnerEventDetail)
    .query(({ ctx, input }) => getEvent(ctx.deps, input)),

  listMemberClicks: staffProcedure('partners:read')
    .meta({
      rest: route('GET /admin/users/:id/clicks', "A member's clicks, newest first", {
        params: { id: 'memberId' },
      }),
    })
    .input(partners.listMemberClicksInput)
    .output(z.array(partners.click))
    .query(({ ctx, input }) => listMyClicks(ctx.deps, input)),

  replayEvent: staffProcedure('claims:decide', 'sensitive')
    .meta({
      rest: route('POST /admin/partner-events/:id/replay', 'Replay an event', { errors: ['SECRET_LOST'] }),
    })
    .input(partners.partnerEventIdInput)
    .output(partners.eventDecision)
    .mutation(({ ctx, input }) => replayEvent(ctx.deps, ctx.staff, input)),

  matchEvent: staffProcedure('claims:decide', 'sensitive')
    .meta({
      rest: route('POST /admin/partner-events/:id/match', 'Match an event to a click', {
        errors: ['SECRET_LOST'],
      }),
    })
    .input(partners.matchPartnerEventInput)
    .output(partners.eventDecision)
    .mutation(({ ctx, input: { id, ...click } }) => replayEvent(ctx.deps, ctx.staff, { id, click })),

  listClaims: staffProcedure('partners:read')
    .meta({ rest: route('GET /admin/claims', 'Claims of missing points, oldest first') })
    .input(partners.listClaimsInput)
    .output(z.array(partners.adminClaim))
    .query(({ ctx, input }) => listClaims(ctx.deps.db, input)),

  getClaim: staffProcedure('partners:read')
    .meta({ rest: route('GET /admin/claims/:id', 'One claim, with everything that helps to decide it') })
    .input(partners.claimIdInput)
    .output(partners.claimDetail)
    .query(({ ctx, input }) => getClaim(ctx.deps, input)),

  decideClaim: staffProcedure('claims:decide', 'sensitive')
    .meta({
      rest: route('PUT /admin/claims/:id', 'Grant or decline a claim', {
        errors: ['ALREADY_CREDITED', 'ALREADY_DECIDED', 'CREDIT_IN_REVIEW'],
      }),
    })
    .input(partners.decideClaimInput)
    .output(partners.claim)
    .mutation(({ ctx, input }) => decideClaim(ctx.deps, ctx.staff, input)),

  // Credits whose partner paid less than was promised, or more than a ceiling.
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
})
