import {
  dailyLoginResult,
  quiz,
  quizResult,
  spinResult,
  submitQuizInput,
  todayStats,
  wheel,
} from '@chuma/contract/games'
import { claimDailyLogin } from '@chuma/core/games/claim-daily-login'
import { getQuiz } from '@chuma/core/games/get-quiz'
import { getToday } from '@chuma/core/games/get-today'
import { getWheel } from '@chuma/core/games/get-wheel'
import { spin } from '@chuma/core/games/spin'
import { submitQuiz } from '@chuma/core/games/submit-quiz'
import { memberProcedure, router } from '../trpc.ts'

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
