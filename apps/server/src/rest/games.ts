import {
  dailyLoginResult,
  quizQuestion,
  quizResult,
  spinResult,
  submitQuizInput,
  todayStats,
  wheel,
} from '@chuma/contract/tasks/games'
import { requireMember } from '@chuma/core/auth/require-member'
import { claimDailyLogin } from '@chuma/core/tasks/daily-login/claim-daily-login'
import { getToday } from '@chuma/core/tasks/get-today'
import { getQuiz } from '@chuma/core/tasks/quiz/get-quiz'
import { submitQuiz } from '@chuma/core/tasks/quiz/submit-quiz'
import { getWheel } from '@chuma/core/tasks/wheel/get-wheel'
import { spin } from '@chuma/core/tasks/wheel/spin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['games']

export const gamesRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/user-stats-enhanced',
    { schema: { tags, summary: 'What I did today and what is still open', response: { 200: todayStats } } },
    (request) => getToday(deps, requireMember(request.caller)),
  )

  app.post(
    '/daily-login',
    {
      config: { errors: ['DONE_TODAY'] },
      schema: { tags, summary: 'Claim the bonus of today', response: { 200: dailyLoginResult } },
    },
    (request) => claimDailyLogin(deps, requireMember(request.caller)),
  )

  app.get(
    '/spin-wheel/can-spin',
    { schema: { tags, summary: 'The wheel, and whether I may spin it now', response: { 200: wheel } } },
    (request) => getWheel(deps, requireMember(request.caller)),
  )

  app.post(
    '/spin-wheel/spin',
    {
      config: { errors: ['CLOSED', 'DONE_TODAY', 'PREMIUM_REQUIRED'] },
      schema: { tags, summary: 'Spin, once a day', response: { 200: spinResult } },
    },
    (request) => spin(deps, requireMember(request.caller)),
  )

  app.get(
    '/quiz-questions',
    {
      config: { errors: ['PREMIUM_REQUIRED'] },
      schema: {
        tags,
        summary: 'My questions of today',
        description: 'The right answers come along once mine are handed in.',
        response: { 200: z.array(quizQuestion) },
      },
    },
    async (request) => (await getQuiz(deps, requireMember(request.caller))).questions,
  )

  app.post(
    '/quiz/submit',
    {
      config: { errors: ['CLOSED', 'DONE_TODAY', 'NOT_FOUND', 'PREMIUM_REQUIRED'] },
      schema: {
        tags,
        summary: 'Hand in my answers, once a day',
        body: submitQuizInput,
        response: { 200: quizResult },
      },
    },
    (request) => submitQuiz(deps, requireMember(request.caller), request.body),
  )
}
