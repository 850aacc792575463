import { pageInput } from '@chuma/contract/pages'
import {
  adminClaim,
  claim,
  claimDetail,
  claimIdInput,
  click,
  createPartnerInput,
  decideClaimInput,
  eventDecision,
  listClaimsInput,
  listMemberClicksInput,
  listPartnerEventsInput,
  matchPartnerEventInput,
  openClaimInput,
  partner,
  partnerEvent,
  partnerEventDetail,
  partnerEventIdInput,
  partnerOverview,
  partnerPreset,
  updatePartnerInput,
} from '@chuma/contract/partners/partners'
import { decideClaim, getClaim, openClaim } from '@chuma/core/partners/claims'
import { listMyClicks } from '@chuma/core/partners/clicks'
import { listAllPartners, replayEvent } from '@chuma/core/partners/events'
import { createPartner, getEvent, listPresets, updatePartner } from '@chuma/core/partners/partners'
import { listClaims } from '@chuma/db/queries/partners/claims'
import { listPartnerEvents } from '@chuma/db/queries/partners/partner-events'
import * as z from 'zod'
import { memberProcedure, router, staffProcedure } from '../../trpc.ts'
import { reviewProcedures } from './reviews.ts'

/** Of `partners`: what members do. */
const clickProcedures = {
  listClicks: memberProcedure
    .meta({
      rest: { method: 'GET', path: '/clicks', summary: 'My clicks and their results' },
    })
    .input(pageInput)
    .output(z.array(click))
    .query(({ ctx, input }) => listMyClicks(ctx.deps, { ...input, memberId: ctx.member.memberId })),

  openClaim: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/claims',
        summary: 'Claim the missing points of a click',
        example: {
          body: { note: 'I finished the survey on Saturday morning.' },
          answer: { note: 'I finished the survey on Saturday morning.' },
        },
        status: 201,
        errors: ['ALREADY_CREDITED', 'CLAIM_EXISTS', 'NOT_FOUND'],
      },
    })
    .input(openClaimInput)
    .output(claim)
    .mutation(({ ctx, input }) => openClaim(ctx.deps, ctx.member, input)),
}

/** Partners, their events and members' claims, for staff. */
export const partnersRouter = router({
  ...clickProcedures,
  ...reviewProcedures,

  listPartners: staffProcedure('partners:read')
    .meta({
      rest: { method: 'GET', path: '/admin/partners', summary: 'Partners and the addresses they call' },
    })
    .output(z.array(partnerOverview))
    .query(({ ctx }) => listAllPartners(ctx.deps)),

  listPresets: staffProcedure('partners:read')
    .meta({
      rest: { method: 'GET', path: '/admin/partner-presets', summary: 'Presets for new partners' },
    })
    .output(z.array(partnerPreset))
    .query(({ ctx }) => listPresets(ctx.deps)),

  createPartner: staffProcedure('partners:manage', 'critical')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/partners',
        summary: 'Add a partner',
        status: 201,
        errors: ['ECONOMY_UNCHOSEN', 'KEY_REUSED'],
      },
    })
    .input(createPartnerInput)
    .output(partner)
    .mutation(({ ctx, input }) =>
      createPartner(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updatePartner: staffProcedure('partners:manage', 'critical')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/partners/:id',
        summary: 'Change a partner',
        errors: ['ECONOMY_UNCHOSEN', 'PARTNER_STATE'],
      },
    })
    .input(updatePartnerInput)
    .output(partner)
    .mutation(({ ctx, input }) => updatePartner(ctx.deps, ctx.staff, input)),

  listEvents: staffProcedure('partners:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/partner-events',
        summary: "Partners' events and their outcomes, newest first",
      },
    })
    .input(listPartnerEventsInput)
    .output(z.array(partnerEvent))
    .query(({ ctx, input }) => listPartnerEvents(ctx.deps.db, input)),

  getEvent: staffProcedure('partners:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/partner-events/:id',
        summary: 'One event, as received',
        errors: ['SECRET_LOST'],
      },
    })
    .input(partnerEventIdInput)
    .output(partnerEventDetail)
    .query(({ ctx, input }) => getEvent(ctx.deps, input)),

  listMemberClicks: staffProcedure('partners:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/users/:id/clicks',
        summary: "A member's clicks, newest first",
        params: { id: 'memberId' },
      },
    })
    .input(listMemberClicksInput)
    .output(z.array(click))
    .query(({ ctx, input }) => listMyClicks(ctx.deps, input)),

  replayEvent: staffProcedure('claims:decide', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/partner-events/:id/replay',
        summary: 'Replay an event',
        errors: ['SECRET_LOST'],
      },
    })
    .input(partnerEventIdInput)
    .output(eventDecision)
    .mutation(({ ctx, input }) => replayEvent(ctx.deps, ctx.staff, input)),

  matchEvent: staffProcedure('claims:decide', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/partner-events/:id/match',
        summary: 'Match an event to a click',
        errors: ['SECRET_LOST'],
      },
    })
    .input(matchPartnerEventInput)
    .output(eventDecision)
    .mutation(({ ctx, input: { id, ...click } }) => replayEvent(ctx.deps, ctx.staff, { id, click })),

  listClaims: staffProcedure('partners:read')
    .meta({
      rest: { method: 'GET', path: '/admin/claims', summary: 'Claims of missing points, oldest first' },
    })
    .input(listClaimsInput)
    .output(z.array(adminClaim))
    .query(({ ctx, input }) => listClaims(ctx.deps.db, input)),

  getClaim: staffProcedure('partners:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/claims/:id',
        summary: 'One claim, with everything that helps to decide it',
      },
    })
    .input(claimIdInput)
    .output(claimDetail)
    .query(({ ctx, input }) => getClaim(ctx.deps, input)),

  decideClaim: staffProcedure('claims:decide', 'sensitive')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/claims/:id',
        summary: 'Grant or decline a claim',
        errors: ['ALREADY_CREDITED', 'ALREADY_DECIDED', 'CREDIT_IN_REVIEW'],
      },
    })
    .input(decideClaimInput)
    .output(claim)
    .mutation(({ ctx, input }) => decideClaim(ctx.deps, ctx.staff, input)),
})
