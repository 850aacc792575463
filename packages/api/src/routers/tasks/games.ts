import * as adminQuiz from '@chuma/contract/tasks/admin-quiz'
import * as games from '@chuma/contract/tasks/games'
import { notice } from '@chuma/core/notice'
import { claimDailyLogin } from '@chuma/core/tasks/daily-login/claim-daily-login'
import { getAdminGames } from '@chuma/core/tasks/get-admin-games'
import { getToday } from '@chuma/core/tasks/get-today'
import {
  createQuizQuestion,
  describeFor,
  exportQuizQuestions,
  importQuizQuestions,
  listQuizQuestions,
  loadQuizQuestion,
  retireQuizQuestion,
  updateQuizQuestion,
} from '@chuma/core/tasks/quiz/questions'
import { getQuiz, submitQuiz } from '@chuma/core/tasks/quiz/quiz'
import { getWheel, spin } from '@chuma/core/tasks/wheel'
import { listSpins } from '@chuma/db/queries/tasks/games'
import * as z from 'zod'
import { wordImport, wordMessage } from '../../language/word-answer.ts'
import { sayNotice } from '../../language/words.ts'
import { LONG_BODY_BYTES, route } from '../../meta.ts'
import { memberProcedure, staffProcedure } from '../../trpc.ts'

/** Of `tasks`: the daily bonus, the quiz and the wheel. */
export const gameProcedures = {
  getToday: memberProcedure
    .meta({ rest: route('GET /user-stats-enhanced', 'What I have done today and can still do') })
    .output(games.todayStats)
    .query(({ ctx }) => getToday(ctx.deps, ctx.member)),

  claimDailyLogin: memberProcedure
    .meta({ rest: route('POST /daily-login', "Claim today's daily login bonus", { errors: ['DONE_TODAY'] }) })
    .output(games.dailyLoginResult)
    .mutation(({ ctx }) => claimDailyLogin(ctx.deps, ctx.member)),

  getWheel: memberProcedure
    .meta({ rest: route('GET /spin-wheel/can-spin', 'The wheel, and whether I can spin it now') })
    .output(games.wheel)
    .query(({ ctx }) => getWheel(ctx.deps, ctx.member)),

  spin: memberProcedure
    .meta({
      rest: route('POST /spin-wheel/spin', 'Spin, once a day', {
        example: { answer: { pointsWon: 25, message: sayNotice('en', notice('SPUN', { points: 25 })) } },
        errors: ['CLOSED', 'DONE_TODAY', 'PREMIUM_REQUIRED'],
      }),
    })
    .output(games.spinResult)
    .mutation(({ ctx }) => wordMessage(ctx.caller, spin(ctx.deps, ctx.member))),

  getQuiz: memberProcedure.output(games.quiz).query(({ ctx }) => getQuiz(ctx.deps, ctx.member)),

  listQuizQuestions: memberProcedure
    .meta({
      rest: route('GET /quiz-questions', "Today's quiz questions", {
        description: 'The right answers are included once mine are submitted.',
        errors: ['PREMIUM_REQUIRED'],
      }),
    })
    .output(z.array(games.quizQuestion))
    .query(async ({ ctx }) => (await getQuiz(ctx.deps, ctx.member)).questions),

  submitQuiz: memberProcedure
    .meta({
      rest: route('POST /quiz/submit', 'Submit my answers, once a day', {
        errors: ['CLOSED', 'DONE_TODAY', 'NOT_FOUND', 'PREMIUM_REQUIRED'],
      }),
    })
    .input(games.submitQuizInput)
    .output(games.quizResult)
    .mutation(({ ctx, input }) => submitQuiz(ctx.deps, ctx.member, input)),
}

const look = staffProcedure('catalogue:read')
const manage = staffProcedure('catalogue:manage', 'routine')

/** Part of `admin`: the wheel and the quiz. */
export const adminGamesProcedures = {
  getGames: look
    .meta({
      rest: route('GET /admin/games', 'The wheel and the quiz: settings, costs and results', {
        description: 'Change them through the economy record.',
      }),
    })
    .output(games.adminGames)
    .query(({ ctx }) => getAdminGames(ctx.deps)),

  listSpins: look
    .meta({ rest: route('GET /admin/games/spins', 'Spins of all members, newest first') })
    .input(games.listSpinsInput)
    .output(z.array(games.adminSpin))
    .query(({ ctx, input }) => listSpins(ctx.deps.db, input)),

  listQuizQuestions: look
    .meta({
      rest: route('GET /admin/quizzes', 'Questions of the quiz, newest first', {
        description: 'With the right answer for those who may change questions.',
      }),
    })
    .input(adminQuiz.listQuizQuestionsInput)
    .output(z.array(adminQuiz.adminQuizQuestion))
    .query(({ ctx, input }) => listQuizQuestions(ctx.deps, input, describeFor(ctx.caller))),

  getQuizQuestion: look
    .meta({ rest: route('GET /admin/quizzes/:id', 'One question') })
    .input(adminQuiz.quizQuestionIdInput)
    .output(adminQuiz.adminQuizQuestion)
    .query(({ ctx, input }) => loadQuizQuestion(ctx.deps, input.id, describeFor(ctx.caller))),

  createQuizQuestion: manage
    .meta({
      rest: route('POST /admin/quizzes', 'Add a question', {
        status: 201,
        errors: ['KEY_REUSED', 'NOT_FOUND'],
      }),
    })
    .input(adminQuiz.quizQuestionFormInput)
    .output(adminQuiz.adminQuizQuestion)
    .mutation(({ ctx, input }) =>
      createQuizQuestion(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updateQuizQuestion: manage
    .meta({
      rest: route('PUT /admin/quizzes/:id', 'Change a question', {
        description: 'Answers 409 if `version` is not the newest.',
        errors: ['CATALOGUE_STATE'],
      }),
    })
    .input(adminQuiz.updateQuizQuestionInput)
    .output(adminQuiz.adminQuizQuestion)
    .mutation(({ ctx, input }) => updateQuizQuestion(ctx.deps, ctx.staff, input)),

  retireQuizQuestion: manage
    .meta({
      rest: route('POST /admin/quizzes/:id/retire', 'Retire a question permanently', {
        errors: ['CATALOGUE_STATE'],
      }),
    })
    .input(adminQuiz.retireInput)
    .output(adminQuiz.retiredRow)
    .mutation(({ ctx, input }) => retireQuizQuestion(ctx.deps, ctx.staff, input)),

  exportQuizQuestions: staffProcedure('catalogue:manage')
    .meta({ rest: route('GET /admin/quizzes.csv', 'The quiz questions as CSV', { file: 'chuma-quiz.csv' }) })
    .output(z.string())
    .query(({ ctx }) => exportQuizQuestions(ctx.deps)),

  importQuizQuestions: manage
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/quizzes/import', 'Import quiz questions from CSV', {
        description:
          'The columns of `GET /api/admin/quizzes.csv`; without an `ID` a row is a new question. At most 2,000 rows. If one row is refused none is imported.',
      }),
    })
    .input(adminQuiz.importQuizQuestionsInput)
    .output(adminQuiz.importedQuizQuestions)
    .mutation(({ ctx, input }) => wordImport(ctx.caller, importQuizQuestions(ctx.deps, ctx.staff, input))),
}
