import { pageViewInput, pageViewResult } from '@chuma/contract/admin/analytics'
import { countPageView } from '@chuma/core/admin/analytics/count-page-view'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

export const pageViewsRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.post(
    '/page-views',
    {
      schema: {
        security: [],
        tags: ['analytics'],
        summary: 'Count the opening of a page',
        description:
          'Needs no sign-in, and keeps the day and the pattern of the address alone. Only for people who have agreed.',
        body: pageViewInput,
        response: { 200: pageViewResult },
      },
    },
    (request) => countPageView(deps, request.caller, request.body),
  )
}
