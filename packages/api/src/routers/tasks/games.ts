import {
  dailyLoginResult,
  quiz,
  quizQuestion,
  quizResult,
  spinResult,
  submitQuizInput,
  todayStats,
  wheel,
} from '@chuma/contract/tasks/games'
import { notice } from '@chuma/core/notice'
import { claimDailyLogin } from '@chuma/core/tasks/daily-login/claim-daily-login'
import { getToday } from '@chuma/core/tasks/get-today'
import { getQuiz, submitQuiz } from '@chuma/core/tasks/quiz/quiz'
import { getWheel, spin } from '@chuma/core/tasks/wheel'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { sayNotice } from '../../language/words.ts'
import { memberProcedure } from '../../trpc.ts'

/** Of `tasks`: the daily bonus, the quiz and the wheel. */
export const gameProcedures = {
  getToday: memberProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/user-stats-enhanced',
        summary: 'What I have done today and can still do',
      },
    })
    .output(todayStats)
    .query(({ ctx }) => getToday(ctx.deps, ctx.member)),

  claimDailyLogin: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/daily-login',
        summary: "Claim today's daily login bonus",
        errors: ['DONE_TODAY'],
      },
    })
    .output(dailyLoginResult)
    .mutation(({ ctx }) => claimDailyLogin(ctx.deps, ctx.member)),

  getWheel: memberProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/spin-wheel/can-spin',
        summary: 'The wheel, and whether I can spin it now',
      },
    })
    .output(wheel)
    .query(({ ctx }) => getWheel(ctx.deps, ctx.member)),

  spin: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/spin-wheel/spin',
        summary: 'Spin, once a day',
        example: { answer: { pointsWon: 25, message: sayNotice('en', notice('SPUN', { points: 25 })) } },
        errors: ['CLOSED', 'DONE_TODAY', 'PREMIUM_REQUIRED'],
      },
    })
    .output(spinResult)
    .mutation(({ ctx }) => wordMessage(ctx.caller, spin(ctx.deps, ctx.member))),

  getQuiz: memberProcedure.output(quiz).query(({ ctx }) => getQuiz(ctx.deps, ctx.member)),

  listQuizQuestions: memberProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/quiz-questions',
        summary: "Today's quiz questions",
        description: 'The right answers are included once mine are submitted.',
        errors: ['PREMIUM_REQUIRED'],
      },
    })
    .output(z.array(quizQuestion))
    .query(async ({ ctx }) => (await getQuiz(ctx.deps, ctx.member)).questions),

  submitQuiz: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/quiz/submit',
        summary: 'Submit my answers, once a day',
        errors: ['CLOSED', 'DONE_TODAY', 'NOT_FOUND', 'PREMIUM_REQUIRED'],
      },
    })
    .input(submitQuizInput)
    .output(quizResult)
    .mutation(({ ctx, input }) => submitQuiz(ctx.deps, ctx.member, input)),
}
