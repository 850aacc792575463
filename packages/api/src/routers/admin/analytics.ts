import * as analytics from '@chuma/contract/admin/analytics'
import { figurePeriod } from '@chuma/contract/business-day'
import { countPageView } from '@chuma/core/admin/analytics'
import { notice } from '@chuma/core/notice'
import {
  getClickFigures,
  getOfferFunnel,
  listDailyFigures,
  listOfferChoices,
  listPageViews,
} from '@chuma/db/queries/admin/figures'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { route } from '../../meta.ts'
import { publicProcedure, staffProcedure } from '../../trpc.ts'

/** Of `admin`: the business in numbers. */
export const analyticsProcedures = {
  countPageView: publicProcedure
    .meta({
      rest: route('POST /page-views', 'Count a page view', {
        example: showNotice(notice('PAGE_VIEW_COUNTED')),
        description:
          'Needs no sign-in, and stores only the day and the pattern of the address. Only for people who have agreed.',
      }),
    })
    .input(analytics.pageViewInput)
    .output(analytics.pageViewResult)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, countPageView(ctx.deps, ctx.caller, input))),

  getClickFigures: staffProcedure('analytics:read')
    .meta({
      rest: route(
        'GET /admin/analytics/clicks',
        'Clicks on surveys and on affiliate links, and the newest five of each',
      ),
    })
    .output(analytics.clickFigures)
    .query(({ ctx }) => getClickFigures(ctx.deps.db)),

  listDailyFigures: staffProcedure('analytics:read')
    .meta({ rest: route('GET /admin/analytics/figures', 'Daily figures of the business') })
    .input(figurePeriod)
    .output(z.array(analytics.dailyFigures))
    .query(({ ctx, input }) => listDailyFigures(ctx.deps.db, input)),

  listPageViews: staffProcedure('analytics:read')
    .meta({ rest: route('GET /admin/analytics/page-views', 'Page views of people who agreed to be counted') })
    .input(figurePeriod)
    .output(z.array(analytics.routeViews))
    .query(({ ctx, input }) => listPageViews(ctx.deps.db, input)),

  listOfferChoices: staffProcedure('analytics:read')
    .meta({ rest: route('GET /admin/analytics/offers', 'Survey offers by title') })
    .input(analytics.listOfferChoicesInput)
    .output(z.array(analytics.offerChoice))
    .query(({ ctx, input }) => listOfferChoices(ctx.deps.db, input)),

  getOfferFunnel: staffProcedure('analytics:read')
    .meta({
      rest: route('GET /admin/analytics/offers/:id/funnel', 'How far members got with one survey offer'),
    })
    .input(analytics.offerFunnelInput)
    .output(analytics.offerFunnel)
    .query(({ ctx, input }) => getOfferFunnel(ctx.deps.db, input)),
}
