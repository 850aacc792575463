import { pageQuery } from '@chuma/contract/pages'
import {
  adTask,
  affiliateLink,
  clickAdBody,
  clickedAd,
  openedLink,
  provenTask,
  submitProofBody,
  submittedProof,
  taskIdInput,
  taskView,
  videoTask,
  watchedVideo,
} from '@chuma/contract/tasks/tasks'
import { requireMember } from '@chuma/core/auth/require-member'
import { clickAd } from '@chuma/core/tasks/click-ad'
import { listAdTasks } from '@chuma/core/tasks/list-ad-tasks'
import { listAffiliateLinks } from '@chuma/core/tasks/list-affiliate-links'
import { listMicroJobs } from '@chuma/core/tasks/list-micro-jobs'
import { listSocialTasks } from '@chuma/core/tasks/list-social-tasks'
import { listVideoTasks } from '@chuma/core/tasks/list-video-tasks'
import { openLink } from '@chuma/core/tasks/open-link'
import { openTask } from '@chuma/core/tasks/open-task'
import { submitProof } from '@chuma/core/tasks/proofs/submit-proof'
import { watchVideo } from '@chuma/core/tasks/watch-video'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['tasks']
const params = taskIdInput
const OPENING =
  'Optional: without it, time counts from when the list was last sent. Opening another one ends this one.'

export const tasksRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps, demoLogin }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))
  // Not the options as they came: they carry the prefix, which would then count twice.
  for (const part of [videos, ads, proofs, links]) await app.register(part, { deps, demoLogin })
}

const videos: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/video-tasks',
    {
      config: { errors: ['PREMIUM_REQUIRED'] },
      schema: {
        tags,
        summary: 'Videos to watch, newest first',
        querystring: pageQuery,
        response: { 200: z.array(videoTask) },
      },
    },
    (request) => listVideoTasks(deps, requireMember(request.caller), request.query),
  )

  app.post(
    '/video-tasks/:id/open',
    {
      config: { errors: ['DONE_TODAY', 'NOT_FOUND', 'PREMIUM_REQUIRED'] },
      schema: {
        tags,
        summary: 'I begin to watch',
        description: OPENING,
        params,
        response: { 200: taskView },
      },
    },
    (request) => openTask(deps, requireMember(request.caller), { ...request.params, kind: 'video' }),
  )

  app.post(
    '/video-tasks/:id/watch',
    {
      config: { errors: ['DONE_TODAY', 'NOT_FOUND', 'PREMIUM_REQUIRED', 'TOO_EARLY'] },
      schema: {
        tags,
        summary: 'Claim a video, once a day',
        description:
          'Too early is answered with 409 `TOO_EARLY`; the message says how many seconds are left.',
        params,
        response: { 200: watchedVideo },
      },
    },
    (request) => watchVideo(deps, requireMember(request.caller), request.params),
  )
}

const ads: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/ad-tasks',
    {
      config: { errors: ['PREMIUM_REQUIRED'] },
      schema: {
        tags,
        summary: 'Advertisements, newest first',
        querystring: pageQuery,
        response: { 200: z.array(adTask) },
      },
    },
    (request) => listAdTasks(deps, requireMember(request.caller), request.query),
  )

  app.post(
    '/ad-tasks/:id/open',
    {
      config: { errors: ['DONE_TODAY', 'NOT_FOUND', 'PREMIUM_REQUIRED'] },
      schema: {
        tags,
        summary: 'I open an advertisement',
        description: OPENING,
        params,
        response: { 200: taskView },
      },
    },
    (request) => openTask(deps, requireMember(request.caller), { ...request.params, kind: 'ad' }),
  )

  app.post(
    '/ad-tasks/:id/click',
    {
      config: { errors: ['DONE_TODAY', 'NOT_FOUND', 'PREMIUM_REQUIRED'] },
      schema: {
        tags,
        summary: 'Claim an advertisement, once a day',
        description:
          "By the server's clock; `timeSpent` decides nothing. Too early answers `completed: false`.",
        params,
        body: clickAdBody,
        response: { 200: clickedAd },
      },
    },
    (request) => clickAd(deps, requireMember(request.caller), { ...request.body, ...request.params }),
  )
}

const proofs: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/social-tasks',
    {
      config: { errors: ['PREMIUM_REQUIRED'] },
      schema: {
        tags,
        summary: 'Social tasks, newest first',
        querystring: pageQuery,
        response: { 200: z.array(provenTask) },
      },
    },
    (request) => listSocialTasks(deps, requireMember(request.caller), request.query),
  )

  app.get(
    '/micro-jobs',
    {
      schema: {
        tags,
        summary: 'Micro-jobs, newest first',
        querystring: pageQuery,
        response: { 200: z.array(provenTask) },
      },
    },
    (request) => listMicroJobs(deps, requireMember(request.caller), request.query),
  )

  for (const [path, kind] of [
    ['social-tasks', 'social'],
    ['micro-jobs', 'micro-job'],
  ] as const) {
    app.post(
      `/${path}/:id/proof`,
      {
        config: { errors: ['NOT_FOUND', 'PREMIUM_REQUIRED', 'PROOF_STATE'] },
        schema: {
          tags,
          summary: 'Hand in a link or a text that proves it',
          description: 'Staff decide. After a rejection it may be handed in again.',
          params,
          body: submitProofBody,
          response: { 201: submittedProof },
        },
      },
      async (request, reply) => {
        const member = requireMember(request.caller)
        return reply
          .code(201)
          .send(await submitProof(deps, member, { ...request.body, ...request.params, kind }))
      },
    )
  }
}

const links: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/affiliate-links',
    {
      schema: {
        tags,
        summary: "Partners' links, newest first",
        querystring: pageQuery,
        response: { 200: z.array(affiliateLink) },
      },
    },
    (request) => listAffiliateLinks(deps, requireMember(request.caller), request.query),
  )

  app.post(
    '/affiliate-links/:id/click',
    {
      config: { errors: ['NOT_FOUND'] },
      schema: {
        tags,
        summary: "Leave by a partner's link",
        description: "Answers the address to open. Points come with the partner's signed confirmation.",
        params,
        response: { 200: openedLink },
      },
    },
    (request) => openLink(deps, request.caller, request.params),
  )
}
