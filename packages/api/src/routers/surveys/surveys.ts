import { pageInput } from '@chuma/contract/fields'
import { appealSurveyInput } from '@chuma/contract/surveys/reviews'
import * as surveys from '@chuma/contract/surveys/surveys'
import type { Caller } from '@chuma/core/caller'
import { notice } from '@chuma/core/notice'
import * as completeSurvey from '@chuma/core/surveys/complete-survey'
import { appealSurvey } from '@chuma/core/surveys/reviews'
import { getSurvey, listSurveys, startSurvey } from '@chuma/core/surveys/surveys'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import * as z from 'zod'
import { wordMessage, wordMessageIfAny, wordScreenOut } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { route } from '../../meta.ts'
import { memberProcedure, router } from '../../trpc.ts'

const OF_ANSWERS = [
  'AWAITS_PARTNER',
  'NOT_ELIGIBLE',
  'PROFILE_NEEDED',
  'QUOTA_FULL',
  'SURVEY_FINISHED',
  'SURVEY_FULL',
  'SURVEY_NOT_FOUND',
] as const

/** Answer in the language that the call asks for, or else in the caller's, and with the caller's browser. */
function inLanguage<Input extends { language?: string | undefined }>(
  { language, userAgent }: Pick<Caller, 'language' | 'userAgent'>,
  input: Input,
): Input & { language: string; userAgent: string | null } {
  return { ...input, userAgent, language: input.language ?? language ?? 'en' }
}

export const surveysRouter = router({
  listSurveys: memberProcedure
    .meta({ rest: route('GET /surveys', 'Surveys I can take, newest first') })
    .input(pageInput)
    .output(z.array(surveys.survey))
    .query(({ ctx, input }) => listSurveys(ctx.deps, ctx.member, input)),

  getSurvey: memberProcedure
    .meta({
      rest: route('GET /surveys/:id', 'A survey, its questions and my answers so far', {
        errors: ['NOT_ELIGIBLE', 'SURVEY_NOT_FOUND'],
        description:
          'Of a survey with a questionnaire: every question that may be asked, or with `show=asked` those that the answers so far lead to. `options` lists what a question accepts.',
        params: { id: 'surveyId' },
      }),
    })
    .input(surveys.readSurveyInput)
    .output(surveys.surveyDetail)
    .query(({ ctx, input }) => getSurvey(ctx.deps, ctx.member, inLanguage(ctx.caller, input))),

  startSurvey: memberProcedure
    .meta({
      rest: route('POST /user-surveys', 'Start a survey', {
        description: 'Fixes its questions and reward for me. Starting again returns the same attempt.',
        status: 201,
        errors: ['NOT_ELIGIBLE', 'PROFILE_NEEDED', 'QUOTA_FULL', 'SURVEY_FULL', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(surveys.surveyIdInput)
    .output(surveys.startedSurvey)
    .mutation(({ ctx, input }) => startSurvey(ctx.deps, ctx.member, { ...input, from: ctx.caller })),

  saveAnswer: memberProcedure
    .meta({
      rest: route('POST /surveys/:id/answers', 'Save one answer', {
        example: showNotice(notice('ANSWER_SAVED')),
        description:
          'Optional: all answers can be sent with the completion. Starts the survey if necessary. Of a survey with a questionnaire the answer says which question comes `next`, which are asked now, and whether the survey ended early; an answer to a question that is not asked is refused.',
        errors: [...OF_ANSWERS],
        params: { id: 'surveyId' },
      }),
    })
    .input(surveys.saveAnswerInput)
    .output(surveys.savedAnswer)
    .mutation(({ ctx, input }) =>
      wordMessage(
        ctx.caller,
        wordScreenOut(
          ctx.caller,
          completeSurvey.saveAnswer(ctx.deps, ctx.member, inLanguage(ctx.caller, input)),
        ),
      ),
    ),

  completeSurvey: memberProcedure
    .meta({
      rest: route('POST /surveys/:id/complete', 'Complete a survey and earn its points', {
        description:
          'Answers by question id replace saved ones. Completing again gets the same answer and credits nothing. Answers that we have to check earn nothing yet: `heldPoints` arrive at `arrivesBy` at the latest, and `pointsEarned` is 0. Of a survey with a questionnaire, only the questions that the answers lead to need one: `ignored` names the answers to others, which do not count.',
        errors: [...OF_ANSWERS],
        params: { id: 'surveyId' },
      }),
    })
    .input(surveys.completeSurveyInput)
    .output(surveys.completedSurvey)
    .mutation(({ ctx, input }) =>
      wordMessageIfAny(
        ctx.caller,
        wordScreenOut(
          ctx.caller,
          completeSurvey.completeSurvey(ctx.deps, ctx.member, inLanguage(ctx.caller, input)),
        ),
      ),
    ),

  rateSurvey: memberProcedure
    .meta({
      rest: route('PUT /surveys/:id/rating', 'Rate a survey that I have completed', {
        description: 'With 1 to 5 stars. Rating again replaces it.',
        errors: ['SURVEY_NOT_FOUND'],
        params: { id: 'surveyId' },
      }),
    })
    .input(surveys.rateSurveyInput)
    .output(surveys.rateSurveyInput.pick({ rating: true }))
    .mutation(({ ctx, input }) => completeSurvey.rateSurvey(ctx.deps, ctx.member, input)),

  completeUserSurvey: memberProcedure
    .meta({
      rest: route('POST /user-surveys/:id/complete', 'Complete a started survey with the saved answers', {
        errors: [...OF_ANSWERS],
      }),
    })
    .input(surveys.attemptIdInput)
    .output(surveys.completedSurvey)
    .mutation(({ ctx, input }) =>
      wordMessageIfAny(
        ctx.caller,
        wordScreenOut(
          ctx.caller,
          completeSurvey.completeUserSurvey(ctx.deps, ctx.member, {
            ...input,
            language: ctx.caller.language,
          }),
        ),
      ),
    ),

  appealSurvey: memberProcedure
    .meta({
      rest: route('POST /user-surveys/:id/appeal', 'Appeal against the rejection of my answers, once', {
        errors: ['APPEAL_STATE', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(appealSurveyInput)
    .output(surveys.userSurvey)
    .mutation(({ ctx, input }) => appealSurvey(ctx.deps, ctx.member, input)),

  listUserSurveys: memberProcedure
    .meta({ rest: route('GET /user-surveys', 'Surveys I have started, newest first') })
    .input(pageInput)
    .output(z.array(surveys.userSurvey))
    .query(({ ctx, input }) => listUserSurveys(ctx.deps.db, ctx.member.memberId, input)),
})
