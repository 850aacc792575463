import { message } from '@chuma/contract/auth/auth'
import { pageInput } from '@chuma/contract/pages'
import {
  attemptIdInput,
  completedSurvey,
  completeSurveyInput,
  saveAnswerInput,
  startedSurvey,
  survey,
  surveyDetail,
  surveyIdInput,
  userSurvey,
} from '@chuma/contract/surveys/surveys'
import { completeSurvey } from '@chuma/core/surveys/complete-survey'
import { completeUserSurvey } from '@chuma/core/surveys/complete-user-survey'
import { getSurvey } from '@chuma/core/surveys/get-survey'
import { listSurveys } from '@chuma/core/surveys/list-surveys'
import { saveAnswer } from '@chuma/core/surveys/save-answer'
import { startSurvey } from '@chuma/core/surveys/start-survey'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { memberProcedure, router } from '../../trpc.ts'

export const surveysRouter = router({
  listSurveys: memberProcedure
    .meta({ rest: { method: 'GET', path: '/surveys', summary: 'Surveys that I can take, newest first' } })
    .input(pageInput)
    .output(z.array(survey))
    .query(({ ctx, input }) => listSurveys(ctx.deps, ctx.member, input)),

  getSurvey: memberProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/surveys/:id',
        summary: 'A survey, its questions and my answers so far',
        errors: ['SURVEY_NOT_FOUND'],
        params: { id: 'surveyId' },
      },
    })
    .input(surveyIdInput)
    .output(surveyDetail)
    .query(({ ctx, input }) => getSurvey(ctx.deps, ctx.member, input)),

  startSurvey: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/user-surveys',
        summary: 'Begin a survey',
        description: 'Fixes its questions and its reward for me. Beginning again answers with what I began.',
        status: 201,
        errors: ['SURVEY_FULL', 'SURVEY_NOT_FOUND'],
      },
    })
    .input(surveyIdInput)
    .output(startedSurvey)
    .mutation(({ ctx, input }) => startSurvey(ctx.deps, ctx.member, { ...input, from: ctx.caller })),

  saveAnswer: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/surveys/:id/answers',
        summary: 'Keep one answer',
        description:
          'Optional: all answers may come with the completion. Starts the survey if it has not been started.',
        errors: ['AWAITS_PARTNER', 'SURVEY_FINISHED', 'SURVEY_FULL', 'SURVEY_NOT_FOUND'],
        params: { id: 'surveyId' },
      },
    })
    .input(saveAnswerInput)
    .output(message)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, saveAnswer(ctx.deps, ctx.member, input))),

  completeSurvey: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/surveys/:id/complete',
        summary: 'Finish a survey and earn its points',
        description:
          'Answers by question id, over those kept before. Finishing again answers the same and credits nothing.',
        errors: ['AWAITS_PARTNER', 'SURVEY_FINISHED', 'SURVEY_FULL', 'SURVEY_NOT_FOUND'],
        params: { id: 'surveyId' },
      },
    })
    .input(completeSurveyInput)
    .output(completedSurvey)
    .mutation(({ ctx, input }) => completeSurvey(ctx.deps, ctx.member, input)),

  completeUserSurvey: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/user-surveys/:id/complete',
        summary: 'Finish what I began with the answers kept so far',
        errors: ['AWAITS_PARTNER', 'SURVEY_FINISHED', 'SURVEY_FULL', 'SURVEY_NOT_FOUND'],
      },
    })
    .input(attemptIdInput)
    .output(completedSurvey)
    .mutation(({ ctx, input }) => completeUserSurvey(ctx.deps, ctx.member, input)),

  listUserSurveys: memberProcedure
    .meta({ rest: { method: 'GET', path: '/user-surveys', summary: 'Surveys that I began, newest first' } })
    .input(pageInput)
    .output(z.array(userSurvey))
    .query(({ ctx, input }) => listUserSurveys(ctx.deps.db, ctx.member.memberId, input)),
})
