import {
  adminClaim,
  claim,
  createPartnerInput,
  decideClaimInput,
  eventDecision,
  listClaimsInput,
  listPartnerEventsInput,
  matchPartnerEventInput,
  partner,
  partnerEvent,
  partnerEventIdInput,
  updatePartnerInput,
} from '@chuma/contract/partners'
import { decideClaim } from '@chuma/core/claims/decide-claim'
import { createPartner } from '@chuma/core/partners/create-partner'
import { listAllPartners } from '@chuma/core/partners/list-all-partners'
import { replayEvent } from '@chuma/core/partners/replay-event'
import { updatePartner } from '@chuma/core/partners/update-partner'
import { listClaims } from '@chuma/db/queries/claims'
import { listPartnerEvents } from '@chuma/db/queries/partner-events'
import * as z from 'zod'
import { router, staffProcedure } from '../trpc.ts'

/** The staff's side of what partners owe. */
export const partnersRouter = router({
  listPartners: staffProcedure('partners:read')
    .output(z.array(partner))
    .query(({ ctx }) => listAllPartners(ctx.deps)),

  createPartner: staffProcedure('partners:manage')
    .input(createPartnerInput)
    .output(partner)
    .mutation(({ ctx, input }) => createPartner(ctx.deps, ctx.staff, input)),

  updatePartner: staffProcedure('partners:manage')
    .input(updatePartnerInput)
    .output(partner)
    .mutation(({ ctx, input }) => updatePartner(ctx.deps, ctx.staff, input)),

  listEvents: staffProcedure('partners:read')
    .input(listPartnerEventsInput)
    .output(z.array(partnerEvent))
    .query(({ ctx, input }) => listPartnerEvents(ctx.deps.db, input)),

  replayEvent: staffProcedure('claims:decide')
    .input(partnerEventIdInput)
    .output(eventDecision)
    .mutation(({ ctx, input }) => replayEvent(ctx.deps, ctx.staff, input)),

  matchEvent: staffProcedure('claims:decide')
    .input(matchPartnerEventInput)
    .output(eventDecision)
    .mutation(({ ctx, input: { id, ...click } }) => replayEvent(ctx.deps, ctx.staff, { id, click })),

  listClaims: staffProcedure('partners:read')
    .input(listClaimsInput)
    .output(z.array(adminClaim))
    .query(({ ctx, input }) => listClaims(ctx.deps.db, input)),

  decideClaim: staffProcedure('claims:decide')
    .input(decideClaimInput)
    .output(claim)
    .mutation(({ ctx, input }) => decideClaim(ctx.deps, ctx.staff, input)),
})
