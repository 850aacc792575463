import { message } from '@chuma/contract/auth/auth'
import * as surveyOffers from '@chuma/contract/surveys/survey-offers'
import { notice } from '@chuma/core/notice'
import { maskAddress } from '@chuma/core/payouts/details'
import { importSurveys } from '@chuma/core/surveys/offers/import-surveys'
import { createSurvey, getOffer, updateSurvey } from '@chuma/core/surveys/offers/offers'
import * as storedOffers from '@chuma/core/surveys/offers/stored-offers'
import { listSurveyClicks } from '@chuma/db/queries/surveys/survey-attempts'
import * as z from 'zod'
import { wordImport, wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { LONG_BODY_BYTES, route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: survey offers, and who opened them. */
export const surveyOfferProcedures = {
  listSurveys: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys', 'Survey offers, newest first', {
        description: 'At most 500 at a time; the last `id` is `after` of the next call.',
      }),
    })
    .input(surveyOffers.listOffersInput)
    .output(z.array(surveyOffers.surveyOffer))
    .query(({ ctx, input }) => storedOffers.listAllOffers(ctx.deps, input)),

  getSurvey: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys/:id', 'One survey offer with its questions', {
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(surveyOffers.offerIdInput)
    .output(surveyOffers.surveyOfferDetail)
    .query(({ ctx, input }) => getOffer(ctx.deps, input)),

  getSurveySummary: staffProcedure('offers:read')
    .meta({ rest: route('GET /admin/surveys/summary', 'All survey offers in four figures') })
    .output(surveyOffers.surveySummary)
    .query(({ ctx }) => storedOffers.getSurveySummary(ctx.deps)),

  createSurvey: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('POST /admin/surveys', 'Add a survey offer', {
        status: 201,
        errors: ['KEY_REUSED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(surveyOffers.createSurveyInput)
    .output(surveyOffers.surveyOfferDetail)
    .mutation(({ ctx, input }) =>
      createSurvey(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updateSurvey: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('PATCH /admin/surveys/:id', 'Change a survey offer', {
        description:
          'Omitted fields do not change. With the `version` that was read, answers 409 if someone else has changed the offer since. The path names the offer.',
        errors: ['OFFER_CHANGED', 'SURVEY_NOT_FOUND'],
        repeatsParams: true,
      }),
    })
    .input(surveyOffers.updateSurveyInput)
    .output(surveyOffers.surveyOfferDetail)
    .mutation(({ ctx, input }) => updateSurvey(ctx.deps, ctx.staff, input)),

  deleteSurvey: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('DELETE /admin/surveys/:id', 'Delete a survey offer', {
        example: showNotice(notice('OFFER_DELETED')),
        description: "It disappears from every list. Members' attempts and points stay.",
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(surveyOffers.offerIdInput)
    .output(message)
    .mutation(({ ctx, input }) =>
      wordMessage(ctx.caller, storedOffers.deleteSurvey(ctx.deps, ctx.staff, input)),
    ),

  listSurveyClicks: staffProcedure('offers:read')
    .meta({
      rest: [
        route('GET /admin/survey-clicks', 'Clicks to partners, newest first', {
          description:
            'All clicks, or those of one offer. At most 500; the last `id` is `after` of the next call.',
        }),
        route('GET /admin/survey-clicks/:id', 'Clicks on one offer, newest first', {
          params: { id: 'surveyId' },
        }),
      ],
    })
    .input(surveyOffers.listSurveyClicksInput)
    .output(z.array(surveyOffers.surveyClick))
    .query(async ({ ctx, input }) =>
      (await listSurveyClicks(ctx.deps.db, input)).map((click) => ({
        ...click,
        user: click.user && maskAddress(ctx.caller, click.user),
      })),
    ),

  exportSurveys: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys.csv', 'The newest 2,000 survey offers as CSV', {
        file: 'chuma-survey-offers.csv',
      }),
    })
    .output(z.string())
    .query(({ ctx }) => storedOffers.exportSurveys(ctx.deps)),

  importSurveys: staffProcedure('offers:manage', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/surveys/import', 'Import survey offers from CSV', {
        description:
          'The columns of the download. A row with an `ID` changes that offer, a row without one adds an offer. At most 2,000 rows, each handled individually. Importing the same file again changes nothing.',
      }),
    })
    .input(surveyOffers.importSurveysInput)
    .output(surveyOffers.importedSurveys)
    .mutation(({ ctx, input }) => wordImport(ctx.caller, importSurveys(ctx.deps, ctx.staff, input))),
}
