import { adminGames, adminSpin, listSpinsInput } from '@chuma/contract/tasks/admin-games'
import {
  adminQuizQuestion,
  importedQuizQuestions,
  importQuizQuestionsInput,
  listQuizQuestionsInput,
  quizQuestionForm,
  quizQuestionIdInput,
  retiredRow,
  retireInput,
  updateQuizQuestionInput,
} from '@chuma/contract/tasks/admin-quiz'
import { getAdminGames } from '@chuma/core/tasks/get-admin-games'
import { createQuizQuestion } from '@chuma/core/tasks/quiz/create-quiz-question'
import { exportQuizQuestions } from '@chuma/core/tasks/quiz/export-quiz-questions'
import { importQuizQuestions } from '@chuma/core/tasks/quiz/import-quiz-questions'
import { listQuizQuestions } from '@chuma/core/tasks/quiz/list-quiz-questions'
import { loadQuizQuestion } from '@chuma/core/tasks/quiz/load-quiz-question'
import { retireQuizQuestion } from '@chuma/core/tasks/quiz/retire-quiz-question'
import { updateQuizQuestion } from '@chuma/core/tasks/quiz/update-quiz-question'
import { listSpins } from '@chuma/db/queries/tasks/spins'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

const look = staffProcedure('catalogue:read')
const manage = staffProcedure('catalogue:manage')

/** Of `admin`: the wheel and the quiz. */
export const adminGamesProcedures = {
  getGames: look.output(adminGames).query(({ ctx }) => getAdminGames(ctx.deps)),

  listSpins: look
    .input(listSpinsInput)
    .output(z.array(adminSpin))
    .query(({ ctx, input }) => listSpins(ctx.deps.db, input)),

  listQuizQuestions: look
    .input(listQuizQuestionsInput)
    .output(z.array(adminQuizQuestion))
    .query(({ ctx, input }) => listQuizQuestions(ctx.deps, input)),

  getQuizQuestion: look
    .input(quizQuestionIdInput)
    .output(adminQuizQuestion)
    .query(({ ctx, input }) => loadQuizQuestion(ctx.deps, input.id)),

  createQuizQuestion: manage
    .input(quizQuestionForm)
    .output(adminQuizQuestion)
    .mutation(({ ctx, input }) =>
      createQuizQuestion(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updateQuizQuestion: manage
    .input(updateQuizQuestionInput)
    .output(adminQuizQuestion)
    .mutation(({ ctx, input }) => updateQuizQuestion(ctx.deps, ctx.staff, input)),

  retireQuizQuestion: manage
    .input(retireInput)
    .output(retiredRow)
    .mutation(({ ctx, input }) => retireQuizQuestion(ctx.deps, ctx.staff, input)),

  exportQuizQuestions: look.output(z.string()).query(({ ctx }) => exportQuizQuestions(ctx.deps)),

  importQuizQuestions: manage
    .input(importQuizQuestionsInput)
    .output(importedQuizQuestions)
    .mutation(({ ctx, input }) => importQuizQuestions(ctx.deps, ctx.staff, input)),
}
