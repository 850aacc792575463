import {
  adminClaim,
  claim,
  claimDetail,
  claimIdInput,
  click,
  createPartnerInput,
  decideClaimBody,
  eventDecision,
  listClaimsInput,
  listMemberClicksInput,
  listPartnerEventsInput,
  matchPartnerEventBody,
  partner,
  partnerEvent,
  partnerEventDetail,
  partnerEventIdInput,
  partnerOverview,
  partnerPreset,
  updatePartnerBody,
} from '@chuma/contract/partners/partners'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { decideClaim } from '@chuma/core/partners/claims/decide-claim'
import { getClaim } from '@chuma/core/partners/claims/get-claim'
import { listMyClicks } from '@chuma/core/partners/clicks/list-my-clicks'
import { createPartner } from '@chuma/core/partners/create-partner'
import { getEvent } from '@chuma/core/partners/get-event'
import { listAllPartners } from '@chuma/core/partners/list-all-partners'
import { replayEvent } from '@chuma/core/partners/replay-event'
import { updatePartner } from '@chuma/core/partners/update-partner'
import { listClaims } from '@chuma/db/queries/partners/claims'
import { listPartnerEvents } from '@chuma/db/queries/partners/partner-events'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const params = partnerEventIdInput

export const partnersRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Not the options as they came: they carry the prefix, which would then count twice.
  for (const part of [partnersThemselves, events, claims]) await app.register(part, { deps })
}

const partnersThemselves: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.get(
    '/admin/partners',
    {
      config: { permission: 'partners:read' },
      schema: {
        tags,
        summary: 'Partners and the addresses they call',
        response: { 200: z.array(partnerOverview) },
      },
    },
    () => listAllPartners(deps),
  )
  app.get(
    '/admin/partner-presets',
    {
      config: { permission: 'partners:read' },
      schema: { tags, summary: 'Where a new partner can start', response: { 200: z.array(partnerPreset) } },
    },
    () => [...deps.postbacks.presets],
  )
  app.post(
    '/admin/partners',
    {
      config: { permission: 'partners:manage', errors: ['KEY_REUSED'] },
      schema: { tags, summary: 'Add a partner', body: createPartnerInput, response: { 201: partner } },
    },
    async (request, reply) => {
      const staff = requireStaff(request.caller, 'partners:manage')
      return reply
        .code(201)
        .send(await createPartner(deps, staff, { ...request.body, idempotencyKey: request.idempotencyKey }))
    },
  )
  app.put(
    '/admin/partners/:id',
    {
      config: { permission: 'partners:manage', errors: ['NOT_FOUND', 'PARTNER_STATE'] },
      schema: {
        tags,
        summary: 'Change a partner',
        params,
        body: updatePartnerBody,
        response: { 200: partner },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'partners:manage')
      return updatePartner(deps, staff, { ...request.body, id: request.params.id })
    },
  )
}

const events: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.get(
    '/admin/partner-events',
    {
      config: { permission: 'partners:read' },
      schema: {
        tags,
        summary: 'What partners sent, and what was made of it, newest first',
        querystring: listPartnerEventsInput,
        response: { 200: z.array(partnerEvent) },
      },
    },
    (request) => listPartnerEvents(deps.db, request.query),
  )
  app.get(
    '/admin/partner-events/:id',
    {
      config: { permission: 'partners:read', errors: ['NOT_FOUND'] },
      schema: {
        tags,
        summary: 'One event, word for word',
        params,
        response: { 200: partnerEventDetail },
      },
    },
    (request) => getEvent(deps, request.params),
  )
  app.get(
    '/admin/users/:id/clicks',
    {
      config: { permission: 'partners:read' },
      schema: {
        tags,
        summary: 'Where a member went for points, newest first',
        params,
        querystring: listMemberClicksInput.omit({ memberId: true }),
        response: { 200: z.array(click) },
      },
    },
    (request) => listMyClicks(deps, { ...request.query, memberId: request.params.id }),
  )
  app.post(
    '/admin/partner-events/:id/replay',
    {
      config: { permission: 'claims:decide', errors: ['NOT_FOUND'] },
      schema: { tags, summary: 'Send an event through again', params, response: { 200: eventDecision } },
    },
    (request) => replayEvent(deps, requireStaff(request.caller, 'claims:decide'), request.params),
  )
  app.post(
    '/admin/partner-events/:id/match',
    {
      config: { permission: 'claims:decide', errors: ['NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Say which click an event belongs to',
        params,
        body: matchPartnerEventBody,
        response: { 200: eventDecision },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'claims:decide')
      return replayEvent(deps, staff, { id: request.params.id, click: request.body })
    },
  )
}

const claims: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.get(
    '/admin/claims',
    {
      config: { permission: 'partners:read' },
      schema: {
        tags,
        summary: 'Claims of missing points, oldest first',
        querystring: listClaimsInput,
        response: { 200: z.array(adminClaim) },
      },
    },
    (request) => listClaims(deps.db, request.query),
  )
  app.get(
    '/admin/claims/:id',
    {
      config: { permission: 'partners:read', errors: ['NOT_FOUND'] },
      schema: {
        tags,
        summary: 'What there is to decide a claim by',
        params: claimIdInput,
        response: { 200: claimDetail },
      },
    },
    (request) => getClaim(deps, request.params),
  )
  app.put(
    '/admin/claims/:id',
    {
      config: { permission: 'claims:decide', errors: ['ALREADY_CREDITED', 'ALREADY_DECIDED', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Grant or decline a claim',
        params,
        body: decideClaimBody,
        response: { 200: claim },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'claims:decide')
      return decideClaim(deps, staff, { ...request.body, id: request.params.id })
    },
  )
}
