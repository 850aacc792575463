import { triedQuestionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import {
  answerSignOffCommentInput,
  commentSignOffInput,
  createdSignOffLink,
  createSignOffLinkInput,
  decideSignOffInput,
  deleteTestAnswersInput,
  keepSignOffTestInput,
  keepTestAnswerInput,
  openSignOffInput,
  publishedQuestionnaire,
  questionnaireVersionInput,
  signOffDesk,
  signOffView,
  surveyIdInput,
  testAnswerDetail,
  testAnswerIdInput,
  walkSignOffInput,
} from '@chuma/contract/surveys/sign-off'
import {
  answerSignOffComment,
  getPublishedQuestionnaire,
  getSignOff,
} from '@chuma/core/surveys/sign-off/sign-off-desk'
import {
  commentSignOff,
  createSignOffLink,
  decideSignOff,
  keepSignOffTest,
  openSignOff,
  revokeSignOffLink,
  walkSignOff,
} from '@chuma/core/surveys/sign-off/sign-off-links'
import { deleteTestAnswers, getTestAnswer, keepTestAnswer } from '@chuma/core/surveys/sign-off/test-answers'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { publicProcedure, staffProcedure } from '../../trpc.ts'
import { exampleQuestionnaire } from './questionnaires.ts'

const kept = z.object({ id: z.uuid() })
const ofSurvey = z.object({ surveyId: z.uuid() })

/** Part of `admin`: links for a client's sign-off, comments, and test answers of a draft. */
export const signOffDeskProcedures = {
  getSignOff: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys/:id/sign-off', 'Sign-off links, comments and test answers', {
        description: 'The newest hundred of each. A sign-off is for the draft that its link shows.',
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(surveyIdInput)
    .output(signOffDesk)
    .query(({ ctx, input }) => getSignOff(ctx.deps, input)),

  createSignOffLink: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('POST /admin/surveys/:id/sign-off/links', 'Make a link to try and sign off a draft', {
        description:
          'Opens without an account until it expires or is revoked, and keeps the questions of this draft. Its address is answered once.',
        status: 201,
        errors: ['QUESTIONNAIRE_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(createSignOffLinkInput)
    .output(createdSignOffLink)
    .mutation(({ ctx, input }) => createSignOffLink(ctx.deps, ctx.staff, input)),

  revokeSignOffLink: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('DELETE /admin/sign-off-links/:id', 'Revoke a sign-off link', { errors: ['NOT_FOUND'] }),
    })
    .input(surveyIdInput)
    .output(ofSurvey)
    .mutation(({ ctx, input }) => revokeSignOffLink(ctx.deps, ctx.staff, input)),

  answerSignOffComment: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('PUT /admin/sign-off-comments/:id/answer', 'Answer a comment on a draft', {
        description: 'Readers of the link see it, without a name.',
        errors: ['NOT_FOUND'],
      }),
    })
    .input(answerSignOffCommentInput)
    .output(ofSurvey)
    .mutation(({ ctx, input }) => answerSignOffComment(ctx.deps, ctx.staff, input)),

  getPublishedQuestionnaire: staffProcedure('offers:read')
    .meta({
      rest: route(
        'GET /admin/surveys/:id/questionnaire/versions/:version',
        'The questions of a published version',
        {
          example: { answer: { version: 1, draftVersion: 3, questionnaire: exampleQuestionnaire } },
          errors: ['NOT_FOUND'],
        },
      ),
    })
    .input(questionnaireVersionInput)
    .output(publishedQuestionnaire)
    .query(({ ctx, input }) => getPublishedQuestionnaire(ctx.deps, input)),

  keepTestAnswer: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('POST /admin/surveys/:id/test-answers', 'Keep a finished walk as a test answer', {
        description:
          '`version` is that of the draft, also of a published one. In no result, file, quota or payment.',
        status: 201,
        errors: ['QUESTIONNAIRE_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(keepTestAnswerInput)
    .output(kept)
    .mutation(({ ctx, input }) => keepTestAnswer(ctx.deps, ctx.staff, input)),

  getTestAnswer: staffProcedure('offers:read')
    .meta({ rest: route('GET /admin/test-answers/:id', 'One test answer', { errors: ['NOT_FOUND'] }) })
    .input(testAnswerIdInput)
    .output(testAnswerDetail)
    .query(({ ctx, input }) => getTestAnswer(ctx.deps, input)),

  deleteTestAnswers: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('POST /admin/surveys/:id/test-answers/delete', 'Delete one test answer, or all', {
        description: '`which` is an id or `all`.',
        errors: ['NOT_FOUND'],
      }),
    })
    .input(deleteTestAnswersInput)
    .output(z.object({ deleted: z.int() }))
    .mutation(({ ctx, input }) => deleteTestAnswers(ctx.deps, ctx.staff, input)),
}

const BY_LINK = 'An unknown, expired and revoked link answer alike.'

/** Part of `clients`: what someone with a sign-off link does, without an account. */
export const signOffProcedures = {
  openSignOff: publicProcedure
    .meta({
      rest: route('POST /client/sign-off', 'Open a sign-off link', {
        description: `${BY_LINK} It shows the survey’s title, and what was written with the same link.`,
        errors: ['LINK_INVALID'],
      }),
    })
    .input(openSignOffInput)
    .output(signOffView)
    .mutation(({ ctx, input }) => openSignOff(ctx.deps, ctx.caller, input)),

  walkSignOff: publicProcedure
    .meta({
      rest: route('POST /client/sign-off/walk', 'What the survey asks after some answers', {
        description: 'As a member with this profile would see it. Nothing is stored.',
        errors: ['LINK_INVALID'],
      }),
    })
    .input(walkSignOffInput)
    .output(triedQuestionnaire)
    .mutation(({ ctx, input }) => walkSignOff(ctx.deps, ctx.caller, input)),

  commentSignOff: publicProcedure
    .meta({
      rest: route('POST /client/sign-off/comments', 'Comment on a question of the survey', {
        errors: ['LINK_INVALID'],
      }),
    })
    .input(commentSignOffInput)
    .output(signOffView)
    .mutation(({ ctx, input }) => commentSignOff(ctx.deps, ctx.caller, input)),

  decideSignOff: publicProcedure
    .meta({
      rest: route('POST /client/sign-off/decision', 'Sign the survey off, or ask for changes', {
        description: 'Once for each link.',
        errors: ['ALREADY_DECIDED', 'LINK_INVALID'],
      }),
    })
    .input(decideSignOffInput)
    .output(signOffView)
    .mutation(({ ctx, input }) => decideSignOff(ctx.deps, ctx.caller, input)),

  keepSignOffTest: publicProcedure
    .meta({
      rest: route('POST /client/sign-off/test-answers', 'Keep a finished walk as a test answer', {
        description: 'Staff can read and delete it. It is in no result, and nothing is paid.',
        status: 201,
        errors: ['LINK_INVALID'],
      }),
    })
    .input(keepSignOffTestInput)
    .output(kept)
    .mutation(({ ctx, input }) => keepSignOffTest(ctx.deps, ctx.caller, input)),
}
