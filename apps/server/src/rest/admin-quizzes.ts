import {
  adminQuizQuestion,
  importedQuizQuestions,
  importQuizQuestionsInput,
  listQuizQuestionsInput,
  quizQuestionForm,
  quizQuestionIdInput,
  retireBody,
  retiredRow,
  updateQuizQuestionBody,
} from '@chuma/contract/tasks/admin-quiz'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { createQuizQuestion } from '@chuma/core/tasks/quiz/create-quiz-question'
import { exportQuizQuestions } from '@chuma/core/tasks/quiz/export-quiz-questions'
import { importQuizQuestions } from '@chuma/core/tasks/quiz/import-quiz-questions'
import { listQuizQuestions } from '@chuma/core/tasks/quiz/list-quiz-questions'
import { loadQuizQuestion } from '@chuma/core/tasks/quiz/load-quiz-question'
import { retireQuizQuestion } from '@chuma/core/tasks/quiz/retire-quiz-question'
import { updateQuizQuestion } from '@chuma/core/tasks/quiz/update-quiz-question'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { LONG_BODY_BYTES } from '../plugins/long-procedures.ts'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const look = { permission: 'catalogue:read' } as const
const manage = { permission: 'catalogue:manage' } as const
const params = quizQuestionIdInput

export const adminQuizzesRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Not the options as they came: they carry the prefix, which would then count twice.
  for (const part of [questions, changing, files]) await app.register(part, { deps })
}

const questions: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.get(
    '/admin/quizzes',
    {
      config: look,
      schema: {
        tags,
        summary: 'Questions of the quiz with their right answers, newest first',
        querystring: listQuizQuestionsInput,
        response: { 200: z.array(adminQuizQuestion) },
      },
    },
    (request) => listQuizQuestions(deps, request.query),
  )

  app.get(
    '/admin/quizzes/:id',
    {
      config: { ...look, errors: ['NOT_FOUND'] },
      schema: { tags, summary: 'One question', params, response: { 200: adminQuizQuestion } },
    },
    (request) => loadQuizQuestion(deps, request.params.id),
  )
}

const changing: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.post(
    '/admin/quizzes',
    {
      // A repeat under its key may find that what it made was retired since.
      config: { ...manage, errors: ['KEY_REUSED', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Add a question',
        body: quizQuestionForm,
        response: { 201: adminQuizQuestion },
      },
    },
    async (request, reply) => {
      const staff = requireStaff(request.caller, manage.permission)
      return reply
        .code(201)
        .send(
          await createQuizQuestion(deps, staff, { ...request.body, idempotencyKey: request.idempotencyKey }),
        )
    },
  )

  app.put(
    '/admin/quizzes/:id',
    {
      config: { ...manage, errors: ['CATALOGUE_STATE', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Change a question',
        description: 'An older `version` than the newest is answered with 409.',
        params,
        body: updateQuizQuestionBody,
        response: { 200: adminQuizQuestion },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, manage.permission)
      return updateQuizQuestion(deps, staff, { ...request.body, ...request.params })
    },
  )

  app.post(
    '/admin/quizzes/:id/retire',
    {
      config: { ...manage, errors: ['CATALOGUE_STATE', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Take a question out of the quiz for good',
        params,
        body: retireBody,
        response: { 200: retiredRow },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, manage.permission)
      return retireQuizQuestion(deps, staff, { ...request.body, ...request.params })
    },
  )
}

const files: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.get(
    '/admin/quizzes.csv',
    {
      config: look,
      schema: {
        produces: ['text/csv'],
        tags,
        summary: 'The questions of the quiz, as a table',
        response: { 200: z.string() },
      },
    },
    async (_request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="chuma-quiz.csv"')
        .serializer((text: string) => text)
        .send(await exportQuizQuestions(deps)),
  )

  app.post(
    '/admin/quizzes/import',
    {
      config: manage,
      bodyLimit: LONG_BODY_BYTES,
      schema: {
        tags,
        summary: 'Add and change questions by a table',
        description:
          'The columns of `GET /api/admin/quizzes.csv`; without an `ID` a row is a new question. At most 2,000 rows. ' +
          'As long as one is refused none is taken in.',
        body: importQuizQuestionsInput,
        response: { 200: importedQuizQuestions },
      },
    },
    (request) => importQuizQuestions(deps, requireStaff(request.caller, manage.permission), request.body),
  )
}
