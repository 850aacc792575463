import {
  clickFigures,
  dailyFigures,
  figurePeriod,
  listOfferChoicesInput,
  offerChoice,
  offerFunnel,
  offerIdInput,
  routeViews,
} from '@chuma/contract/admin/analytics'
import {
  getClickFigures,
  getOfferFunnel,
  listDailyFigures,
  listOfferChoices,
  listPageViews,
} from '@chuma/db/queries/admin/analytics'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const permission = 'analytics:read'

/** The business in numbers. */
export const analyticsRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/analytics/clicks',
    {
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: 'Clicks on surveys and on affiliate links, and the newest five of each',
        response: { 200: clickFigures },
      },
    },
    () => getClickFigures(deps.db),
  )

  app.get(
    '/admin/analytics/figures',
    {
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: 'The business day by day',
        querystring: figurePeriod,
        response: { 200: z.array(dailyFigures) },
      },
    },
    (request) => listDailyFigures(deps.db, request.query),
  )

  app.get(
    '/admin/analytics/page-views',
    {
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: 'How often each page was opened by people who agreed to be counted',
        querystring: figurePeriod,
        response: { 200: z.array(routeViews) },
      },
    },
    (request) => listPageViews(deps.db, request.query),
  )

  app.get(
    '/admin/analytics/offers',
    {
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: 'Survey offers by title',
        querystring: listOfferChoicesInput,
        response: { 200: z.array(offerChoice) },
      },
    },
    (request) => listOfferChoices(deps.db, request.query),
  )

  app.get(
    '/admin/analytics/offers/:id/funnel',
    {
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: 'How many went how far with one offer',
        params: offerIdInput,
        querystring: figurePeriod,
        response: { 200: offerFunnel },
      },
    },
    (request) => getOfferFunnel(deps.db, { ...request.params, ...request.query }),
  )
}
