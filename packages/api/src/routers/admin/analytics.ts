import {
  clickFigures,
  dailyFigures,
  figurePeriod,
  listOfferChoicesInput,
  offerChoice,
  offerFunnel,
  offerFunnelInput,
  pageViewInput,
  pageViewResult,
  routeViews,
} from '@chuma/contract/admin/analytics'
import { countPageView } from '@chuma/core/admin/analytics/count-page-view'
import {
  getClickFigures,
  getOfferFunnel,
  listDailyFigures,
  listOfferChoices,
  listPageViews,
} from '@chuma/db/queries/admin/analytics'
import * as z from 'zod'
import { publicProcedure, router, staffProcedure } from '../../trpc.ts'

export const analyticsRouter = router({
  countPageView: publicProcedure
    .input(pageViewInput)
    .output(pageViewResult)
    .mutation(({ ctx, input }) => countPageView(ctx.deps, ctx.caller, input)),
})

/** Of `admin`: the business in numbers. */
export const analyticsProcedures = {
  getClickFigures: staffProcedure('analytics:read')
    .output(clickFigures)
    .query(({ ctx }) => getClickFigures(ctx.deps.db)),

  listDailyFigures: staffProcedure('analytics:read')
    .input(figurePeriod)
    .output(z.array(dailyFigures))
    .query(({ ctx, input }) => listDailyFigures(ctx.deps.db, input)),

  listPageViews: staffProcedure('analytics:read')
    .input(figurePeriod)
    .output(z.array(routeViews))
    .query(({ ctx, input }) => listPageViews(ctx.deps.db, input)),

  listOfferChoices: staffProcedure('analytics:read')
    .input(listOfferChoicesInput)
    .output(z.array(offerChoice))
    .query(({ ctx, input }) => listOfferChoices(ctx.deps.db, input)),

  getOfferFunnel: staffProcedure('analytics:read')
    .input(offerFunnelInput)
    .output(offerFunnel)
    .query(({ ctx, input }) => getOfferFunnel(ctx.deps.db, input)),
}
