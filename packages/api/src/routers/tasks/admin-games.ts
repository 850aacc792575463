import { adminGames, adminSpin, listSpinsInput } from '@chuma/contract/tasks/admin-games'
import {
  adminQuizQuestion,
  importedQuizQuestions,
  importQuizQuestionsInput,
  listQuizQuestionsInput,
  quizQuestionFormInput,
  quizQuestionIdInput,
  retiredRow,
  retireInput,
  updateQuizQuestionInput,
} from '@chuma/contract/tasks/admin-quiz'
import { getAdminGames } from '@chuma/core/tasks/get-admin-games'
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
import { listSpins } from '@chuma/db/queries/tasks/spins'
import * as z from 'zod'
import { wordImport } from '../../language/word-answer.ts'
import { LONG_BODY_BYTES } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

const look = staffProcedure('catalogue:read')
const manage = staffProcedure('catalogue:manage', 'routine')

/** Part of `admin`: the wheel and the quiz. */
export const adminGamesProcedures = {
  getGames: look
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/games',
        summary: 'The wheel and the quiz: settings, costs and results',
        description: 'Change them through the economy record.',
      },
    })
    .output(adminGames)
    .query(({ ctx }) => getAdminGames(ctx.deps)),

  listSpins: look
    .meta({
      rest: { method: 'GET', path: '/admin/games/spins', summary: 'Spins of all members, newest first' },
    })
    .input(listSpinsInput)
    .output(z.array(adminSpin))
    .query(({ ctx, input }) => listSpins(ctx.deps.db, input)),

  listQuizQuestions: look
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/quizzes',
        summary: 'Questions of the quiz, newest first',
        description: 'With the right answer for those who may change questions.',
      },
    })
    .input(listQuizQuestionsInput)
    .output(z.array(adminQuizQuestion))
    .query(({ ctx, input }) => listQuizQuestions(ctx.deps, input, describeFor(ctx.caller))),

  getQuizQuestion: look
    .meta({ rest: { method: 'GET', path: '/admin/quizzes/:id', summary: 'One question' } })
    .input(quizQuestionIdInput)
    .output(adminQuizQuestion)
    .query(({ ctx, input }) => loadQuizQuestion(ctx.deps, input.id, describeFor(ctx.caller))),

  createQuizQuestion: manage
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/quizzes',
        summary: 'Add a question',
        status: 201,
        errors: ['KEY_REUSED', 'NOT_FOUND'],
      },
    })
    .input(quizQuestionFormInput)
    .output(adminQuizQuestion)
    .mutation(({ ctx, input }) =>
      createQuizQuestion(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updateQuizQuestion: manage
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/quizzes/:id',
        summary: 'Change a question',
        description: 'Answers 409 if `version` is not the newest.',
        errors: ['CATALOGUE_STATE'],
      },
    })
    .input(updateQuizQuestionInput)
    .output(adminQuizQuestion)
    .mutation(({ ctx, input }) => updateQuizQuestion(ctx.deps, ctx.staff, input)),

  retireQuizQuestion: manage
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/quizzes/:id/retire',
        summary: 'Retire a question permanently',
        errors: ['CATALOGUE_STATE'],
      },
    })
    .input(retireInput)
    .output(retiredRow)
    .mutation(({ ctx, input }) => retireQuizQuestion(ctx.deps, ctx.staff, input)),

  exportQuizQuestions: staffProcedure('catalogue:manage')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/quizzes.csv',
        summary: 'The quiz questions as CSV',
        file: 'chuma-quiz.csv',
      },
    })
    .output(z.string())
    .query(({ ctx }) => exportQuizQuestions(ctx.deps)),

  importQuizQuestions: manage
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: {
        method: 'POST',
        path: '/admin/quizzes/import',
        summary: 'Import quiz questions from CSV',
        description:
          'The columns of `GET /api/admin/quizzes.csv`; without an `ID` a row is a new question. At most 2,000 rows. If one row is refused none is imported.',
      },
    })
    .input(importQuizQuestionsInput)
    .output(importedQuizQuestions)
    .mutation(({ ctx, input }) => wordImport(ctx.caller, importQuizQuestions(ctx.deps, ctx.staff, input))),
}
