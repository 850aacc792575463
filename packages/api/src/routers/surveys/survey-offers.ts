import { message } from '@chuma/contract/auth/auth'
import { importedSurveys, importSurveysInput } from '@chuma/contract/surveys/offer-files'
import {
  createSurveyInput,
  listOffersInput,
  listSurveyClicksInput,
  offerIdInput,
  surveyClick,
  surveyOffer,
  surveyOfferDetail,
  surveySummary,
  updateSurveyInput,
} from '@chuma/contract/surveys/survey-offers'
import { createSurvey } from '@chuma/core/surveys/offers/create-survey'
import { deleteSurvey } from '@chuma/core/surveys/offers/delete-survey'
import { exportSurveys } from '@chuma/core/surveys/offers/export-surveys'
import { getOffer } from '@chuma/core/surveys/offers/get-offer'
import { getSurveySummary } from '@chuma/core/surveys/offers/get-survey-summary'
import { importSurveys } from '@chuma/core/surveys/offers/import-surveys'
import { listAllOffers } from '@chuma/core/surveys/offers/list-all-offers'
import { updateSurvey } from '@chuma/core/surveys/offers/update-survey'
import { listSurveyClicks } from '@chuma/db/queries/surveys/survey-clicks'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Survey offers as staff keep them, and who opened them. */
export const surveyOfferProcedures = {
  listSurveys: staffProcedure('offers:read')
    .input(listOffersInput)
    .output(z.array(surveyOffer))
    .query(({ ctx, input }) => listAllOffers(ctx.deps, input)),

  getSurvey: staffProcedure('offers:read')
    .input(offerIdInput)
    .output(surveyOfferDetail)
    .query(({ ctx, input }) => getOffer(ctx.deps, input)),

  getSurveySummary: staffProcedure('offers:read')
    .output(surveySummary)
    .query(({ ctx }) => getSurveySummary(ctx.deps)),

  createSurvey: staffProcedure('offers:manage')
    .input(createSurveyInput)
    .output(surveyOfferDetail)
    .mutation(({ ctx, input }) =>
      createSurvey(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updateSurvey: staffProcedure('offers:manage')
    .input(updateSurveyInput)
    .output(surveyOfferDetail)
    .mutation(({ ctx, input }) => updateSurvey(ctx.deps, ctx.staff, input)),

  deleteSurvey: staffProcedure('offers:manage')
    .input(offerIdInput)
    .output(message)
    .mutation(({ ctx, input }) => deleteSurvey(ctx.deps, ctx.staff, input)),

  listSurveyClicks: staffProcedure('offers:read')
    .input(listSurveyClicksInput)
    .output(z.array(surveyClick))
    .query(({ ctx, input }) => listSurveyClicks(ctx.deps.db, input)),

  exportSurveys: staffProcedure('offers:read')
    .output(z.string())
    .query(({ ctx }) => exportSurveys(ctx.deps)),

  importSurveys: staffProcedure('offers:manage')
    .input(importSurveysInput)
    .output(importedSurveys)
    .mutation(({ ctx, input }) => importSurveys(ctx.deps, ctx.staff, input)),
}
