import { message } from '@chuma/contract/auth/auth'
import { pageQuery } from '@chuma/contract/pages'
import {
  attemptIdInput,
  completedSurvey,
  completeSurveyBody,
  saveAnswerBody,
  startedSurvey,
  survey,
  surveyDetail,
  surveyIdInput,
  userSurvey,
} from '@chuma/contract/surveys/surveys'
import { requireMember } from '@chuma/core/auth/require-member'
import { completeSurvey } from '@chuma/core/surveys/complete-survey'
import { completeUserSurvey } from '@chuma/core/surveys/complete-user-survey'
import { getSurvey } from '@chuma/core/surveys/get-survey'
import { listSurveys } from '@chuma/core/surveys/list-surveys'
import { saveAnswer } from '@chuma/core/surveys/save-answer'
import { startSurvey } from '@chuma/core/surveys/start-survey'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const params = z.object({ id: surveyIdInput.shape.surveyId })
const tags = ['surveys']

export const surveysRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps, demoLogin }) => {
  // Not the options as they came: they carry the prefix, which would then count twice.
  await app.register(surveysThemselves, { deps, demoLogin })
  await app.register(mySurveys, { deps, demoLogin })
}

const surveysThemselves: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/surveys',
    {
      schema: {
        tags,
        summary: 'Surveys that I can take, newest first',
        querystring: pageQuery,
        response: { 200: z.array(survey) },
      },
    },
    (request) => listSurveys(deps, requireMember(request.caller), request.query),
  )

  app.get(
    '/surveys/:id',
    {
      config: { errors: ['SURVEY_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'A survey, its questions and my answers so far',
        params,
        response: { 200: surveyDetail },
      },
    },
    (request) => getSurvey(deps, requireMember(request.caller), { surveyId: request.params.id }),
  )

  app.post(
    '/surveys/:id/answers',
    {
      config: { errors: ['AWAITS_PARTNER', 'SURVEY_FINISHED', 'SURVEY_FULL', 'SURVEY_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Keep one answer',
        description: 'Optional: all answers may come with the completion. Begins the survey if nobody did.',
        params,
        body: saveAnswerBody,
        response: { 200: message },
      },
    },
    (request) =>
      saveAnswer(deps, requireMember(request.caller), { ...request.body, surveyId: request.params.id }),
  )

  app.post(
    '/surveys/:id/complete',
    {
      config: { errors: ['AWAITS_PARTNER', 'SURVEY_FINISHED', 'SURVEY_FULL', 'SURVEY_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Finish a survey and earn its points',
        description:
          'Answers by question id, over those kept before. Finishing again answers the same and credits nothing.',
        params,
        body: completeSurveyBody,
        response: { 200: completedSurvey },
      },
    },
    (request) =>
      completeSurvey(deps, requireMember(request.caller), { ...request.body, surveyId: request.params.id }),
  )
}

const mySurveys: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/user-surveys',
    {
      schema: {
        tags,
        summary: 'Surveys that I began, newest first',
        querystring: pageQuery,
        response: { 200: z.array(userSurvey) },
      },
    },
    (request) => listUserSurveys(deps.db, requireMember(request.caller).memberId, request.query),
  )

  app.post(
    '/user-surveys',
    {
      config: { errors: ['SURVEY_FULL', 'SURVEY_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Begin a survey',
        description: 'Fixes its questions and its reward for me. Beginning again answers with what I began.',
        body: surveyIdInput,
        response: { 201: startedSurvey },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(
          await startSurvey(deps, requireMember(request.caller), { ...request.body, from: request.caller }),
        ),
  )

  app.post(
    '/user-surveys/:id/complete',
    {
      config: { errors: ['AWAITS_PARTNER', 'SURVEY_FINISHED', 'SURVEY_FULL', 'SURVEY_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Finish what I began with the answers kept so far',
        params: attemptIdInput,
        response: { 200: completedSurvey },
      },
    },
    (request) => completeUserSurvey(deps, requireMember(request.caller), request.params),
  )
}
