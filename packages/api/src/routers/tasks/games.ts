import {
  dailyLoginResult,
  quiz,
  quizResult,
  spinResult,
  submitQuizInput,
  todayStats,
  wheel,
} from '@chuma/contract/tasks/games'
import { claimDailyLogin } from '@chuma/core/tasks/daily-login/claim-daily-login'
import { getToday } from '@chuma/core/tasks/get-today'
import { getQuiz } from '@chuma/core/tasks/quiz/get-quiz'
import { submitQuiz } from '@chuma/core/tasks/quiz/submit-quiz'
import { getWheel } from '@chuma/core/tasks/wheel/get-wheel'
import { spin } from '@chuma/core/tasks/wheel/spin'
import { memberProcedure, router } from '../../trpc.ts'

export const gamesRouter = router({
  getToday: memberProcedure.output(todayStats).query(({ ctx }) => getToday(ctx.deps, ctx.member)),

  claimDailyLogin: memberProcedure
    .output(dailyLoginResult)
    .mutation(({ ctx }) => claimDailyLogin(ctx.deps, ctx.member)),

  getWheel: memberProcedure.output(wheel).query(({ ctx }) => getWheel(ctx.deps, ctx.member)),

  spin: memberProcedure.output(spinResult).mutation(({ ctx }) => spin(ctx.deps, ctx.member)),

  getQuiz: memberProcedure.output(quiz).query(({ ctx }) => getQuiz(ctx.deps, ctx.member)),

  submitQuiz: memberProcedure
    .input(submitQuizInput)
    .output(quizResult)
    .mutation(({ ctx, input }) => submitQuiz(ctx.deps, ctx.member, input)),
})
