import { message } from '@chuma/contract/auth/auth'
import { importedSurveys, importSurveysInput } from '@chuma/contract/surveys/offer-files'
import {
  clickPageInput,
  createSurveyInput,
  listOffersInput,
  listSurveyClicksInput,
  offerIdInput,
  surveyClick,
  surveyOffer,
  surveyOfferDetail,
  surveySummary,
  updateSurveyBody,
} from '@chuma/contract/surveys/survey-offers'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { createSurvey } from '@chuma/core/surveys/offers/create-survey'
import { deleteSurvey } from '@chuma/core/surveys/offers/delete-survey'
import { exportSurveys } from '@chuma/core/surveys/offers/export-surveys'
import { getOffer } from '@chuma/core/surveys/offers/get-offer'
import { getSurveySummary } from '@chuma/core/surveys/offers/get-survey-summary'
import { importSurveys } from '@chuma/core/surveys/offers/import-surveys'
import { listAllOffers } from '@chuma/core/surveys/offers/list-all-offers'
import { updateSurvey } from '@chuma/core/surveys/offers/update-survey'
import { listSurveyClicks } from '@chuma/db/queries/surveys/survey-clicks'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { LONG_BODY_BYTES } from '../plugins/long-procedures.ts'
import type { RestOptions } from './rest-options.ts'

type Options = Pick<RestOptions, 'deps'>

const tags = ['admin']
const params = offerIdInput
const read = { permission: 'offers:read' } as const
const manage = { permission: 'offers:manage' } as const

/** Survey offers as staff keep them, and who opened them. */
export const surveyOffersRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Not the options as they came: they carry the prefix, which would then count twice.
  for (const part of [reading, changing, files, clicks]) await app.register(part, { deps })
}

const reading: FastifyPluginAsyncZod<Options> = async (app, { deps }) => {
  app.get(
    '/admin/surveys',
    {
      config: read,
      schema: {
        tags,
        summary: 'Survey offers, newest first',
        description: 'At most 500 at a time; the last `id` is `after` of the next call.',
        querystring: listOffersInput,
        response: { 200: z.array(surveyOffer) },
      },
    },
    (request) => listAllOffers(deps, request.query),
  )
  app.get(
    '/admin/surveys/summary',
    {
      config: read,
      schema: { tags, summary: 'All survey offers in four figures', response: { 200: surveySummary } },
    },
    () => getSurveySummary(deps),
  )
  app.get(
    '/admin/surveys/:id',
    {
      config: { ...read, errors: ['SURVEY_NOT_FOUND'] },
      schema: { tags, summary: 'One offer with its questions', params, response: { 200: surveyOfferDetail } },
    },
    (request) => getOffer(deps, request.params),
  )
}

const changing: FastifyPluginAsyncZod<Options> = async (app, { deps }) => {
  app.post(
    '/admin/surveys',
    {
      // A repeat under its key may find that what it made was deleted since.
      config: { ...manage, errors: ['KEY_REUSED', 'SURVEY_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Add a survey offer',
        body: createSurveyInput,
        response: { 201: surveyOfferDetail },
      },
    },
    async (request, reply) => {
      const staff = requireStaff(request.caller, 'offers:manage')
      return reply
        .code(201)
        .send(await createSurvey(deps, staff, { ...request.body, idempotencyKey: request.idempotencyKey }))
    },
  )
  app.patch(
    '/admin/surveys/:id',
    {
      config: { ...manage, errors: ['OFFER_CHANGED', 'SURVEY_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Change a survey offer',
        description:
          'What is not named stays. With the `version` that was read, a change of somebody else since then is answered ' +
          'with 409. The offer is the one in the path.',
        params,
        body: updateSurveyBody,
        response: { 200: surveyOfferDetail },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'offers:manage')
      return updateSurvey(deps, staff, { ...request.body, id: request.params.id })
    },
  )
  app.delete(
    '/admin/surveys/:id',
    {
      config: { ...manage, errors: ['SURVEY_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Delete a survey offer',
        description: 'It disappears from every list. What members did with it, and were paid for it, stays.',
        params,
        response: { 200: message },
      },
    },
    (request) => deleteSurvey(deps, requireStaff(request.caller, 'offers:manage'), request.params),
  )
}

const files: FastifyPluginAsyncZod<Options> = async (app, { deps }) => {
  app.get(
    '/admin/surveys.csv',
    {
      config: read,
      schema: {
        produces: ['text/csv'],
        tags,
        summary: 'The newest 2,000 offers as a table',
        response: { 200: z.string() },
      },
    },
    async (_request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="chuma-survey-offers.csv"')
        .serializer((text: string) => text)
        .send(await exportSurveys(deps)),
  )
  app.post(
    '/admin/surveys/import',
    {
      config: manage,
      bodyLimit: LONG_BODY_BYTES,
      schema: {
        tags,
        summary: 'Add and change offers by a table',
        description:
          'The columns of the download. A row with an `ID` changes that offer, one without adds one. At most 2,000 rows, ' +
          'each by itself; the same table twice changes nothing twice.',
        body: importSurveysInput,
        response: { 200: importedSurveys },
      },
    },
    (request) => importSurveys(deps, requireStaff(request.caller, 'offers:manage'), request.body),
  )
}

const clicks: FastifyPluginAsyncZod<Options> = async (app, { deps }) => {
  app.get(
    '/admin/survey-clicks',
    {
      config: read,
      schema: {
        tags,
        summary: 'Who left for a partner, newest first',
        description:
          'All clicks, or those of one offer. At most 500; the last `id` is `after` of the next call.',
        querystring: listSurveyClicksInput,
        response: { 200: z.array(surveyClick) },
      },
    },
    (request) => listSurveyClicks(deps.db, request.query),
  )
  app.get(
    '/admin/survey-clicks/:id',
    {
      config: read,
      schema: {
        tags,
        summary: 'Who opened one offer, newest first',
        params,
        querystring: clickPageInput,
        response: { 200: z.array(surveyClick) },
      },
    },
    (request) => listSurveyClicks(deps.db, { ...request.query, surveyId: request.params.id }),
  )
}
