import { message } from '@chuma/contract/auth/auth'
import { pageInput } from '@chuma/contract/pages'
import {
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
import { getSurvey } from '@chuma/core/surveys/get-survey'
import { listSurveys } from '@chuma/core/surveys/list-surveys'
import { saveAnswer } from '@chuma/core/surveys/save-answer'
import { startSurvey } from '@chuma/core/surveys/start-survey'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import * as z from 'zod'
import { memberProcedure, router } from '../../trpc.ts'

export const surveysRouter = router({
  listSurveys: memberProcedure
    .input(pageInput)
    .output(z.array(survey))
    .query(({ ctx, input }) => listSurveys(ctx.deps, ctx.member, input)),

  getSurvey: memberProcedure
    .input(surveyIdInput)
    .output(surveyDetail)
    .query(({ ctx, input }) => getSurvey(ctx.deps, ctx.member, input)),

  startSurvey: memberProcedure
    .input(surveyIdInput)
    .output(startedSurvey)
    .mutation(({ ctx, input }) => startSurvey(ctx.deps, ctx.member, { ...input, from: ctx.caller })),

  saveAnswer: memberProcedure
    .input(saveAnswerInput)
    .output(message)
    .mutation(({ ctx, input }) => saveAnswer(ctx.deps, ctx.member, input)),

  completeSurvey: memberProcedure
    .input(completeSurveyInput)
    .output(completedSurvey)
    .mutation(({ ctx, input }) => completeSurvey(ctx.deps, ctx.member, input)),

  listUserSurveys: memberProcedure
    .input(pageInput)
    .output(z.array(userSurvey))
    .query(({ ctx, input }) => listUserSurveys(ctx.deps.db, ctx.member.memberId, input)),
})
