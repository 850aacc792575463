import * as questionnaireDesk from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import * as xlsform from '@chuma/contract/surveys/questionnaire/xlsform'
import { dryRunDraft } from '@chuma/core/surveys/questionnaire/dry-run'
import * as saveQuestionnaire from '@chuma/core/surveys/questionnaire/save-questionnaire'
import { tryQuestionnaire } from '@chuma/core/surveys/questionnaire/take-answers'
import { readXlsform } from '@chuma/core/surveys/questionnaire/xlsform/read-xlsform'
import { writeXlsform } from '@chuma/core/surveys/questionnaire/xlsform/write-xlsform'
import * as z from 'zod'
import { wordIssues, wordRemarks } from '../../language/word-answer.ts'
import { LONG_BODY_BYTES, route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

export const exampleQuestionnaire = {
  languages: ['en', 'sw'],
  sections: [
    {
      code: 'habits',
      isScreening: false,
      endIf: [],
      questions: [
        {
          id: 1,
          code: 'drinks_tea',
          type: 'yes-no',
          words: { en: 'Do you drink tea?', sw: 'Je, unakunywa chai?' },
          required: true,
          endIf: [{ if: { '==': [{ var: 'drinks_tea' }, 'no'] }, outcome: 'complete' }],
        },
      ],
    },
  ],
}
const exampleDraft = {
  version: 1,
  questionnaire: exampleQuestionnaire,
  savedAt: '2026-11-20T09:30:00.000Z',
  savedBy: 'staff:content',
  publishedVersion: null,
  isPublished: false,
}

/** Part of `admin`: what members are asked in a survey of ours, as drafts and published versions. */
export const questionnaireProcedures = {
  getQuestionnaire: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys/:id/questionnaire', 'The draft of a questionnaire', {
        example: { answer: exampleDraft },
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(questionnaireDesk.questionnaireIdInput)
    .output(questionnaireDesk.questionnaireDraft)
    .query(({ ctx, input }) => saveQuestionnaire.getDraft(ctx.deps, input)),

  saveQuestionnaire: staffProcedure('offers:manage', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('PUT /admin/surveys/:id/questionnaire', 'Save a draft', {
        example: { body: { version: 0, questionnaire: exampleQuestionnaire }, answer: exampleDraft },
        description:
          'Finished or not. `version` is the one that was read, 0 for the first. Answers 409 if someone else has saved since. Members are asked it when it is published.',
        errors: ['QUESTIONNAIRE_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(questionnaireDesk.saveQuestionnaireInput)
    .output(questionnaireDesk.questionnaireDraft)
    .mutation(({ ctx, input }) => saveQuestionnaire.saveQuestionnaire(ctx.deps, ctx.staff, input)),

  checkQuestionnaire: staffProcedure('offers:read')
    .meta({
      rest: route(
        'GET /admin/surveys/:id/questionnaire/check',
        'What a draft needs before it can be published',
        {
          errors: ['SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(questionnaireDesk.questionnaireIdInput)
    .output(questionnaireDesk.checkedQuestionnaire)
    .query(({ ctx, input }) => wordIssues(ctx.caller, saveQuestionnaire.checkDraft(ctx.deps, input))),

  dryRunQuestionnaire: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys/:id/questionnaire/dry-run', 'What a robot meets in a draft', {
        description:
          'It answers the saved draft 200 times at random, each time as another adult of the census whom the rule of the survey lets in, and stores nothing. The same draft gives the same report. A text is taken to match its pattern.',
        errors: ['QUESTIONNAIRE_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(questionnaireDesk.questionnaireIdInput)
    .output(questionnaireDesk.questionnaireDryRun)
    .query(({ ctx, input }) => dryRunDraft(ctx.deps, input)),

  tryQuestionnaire: staffProcedure('offers:read', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/questionnaires/try', 'What a questionnaire asks after some answers', {
        example: {
          body: { questionnaire: exampleQuestionnaire, answers: { 1: 'no' } },
          answer: {
            questions: [
              {
                id: 1,
                type: 'yes-no',
                question: 'Do you drink tea?',
                options: ['yes', 'no'],
                required: true,
              },
            ],
            end: { outcome: 'complete', reason: null },
          },
        },
        description: 'As a member would see it. Nothing is stored.',
      }),
    })
    .input(questionnaireDesk.tryQuestionnaireInput)
    .output(questionnaireDesk.triedQuestionnaire)
    .mutation(({ input }) => tryQuestionnaire(input)),

  publishQuestionnaire: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('POST /admin/surveys/:id/questionnaire/publish', 'Publish a draft as the next version', {
        description:
          'Members who start from now on are asked it; the others keep their version. Publishing the same draft again returns the first version.',
        errors: ['QUESTIONNAIRE_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(questionnaireDesk.publishQuestionnaireInput)
    .output(questionnaireDesk.questionnaireVersion)
    .mutation(({ ctx, input }) => saveQuestionnaire.publishQuestionnaire(ctx.deps, ctx.staff, input)),

  listQuestionnaireVersions: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys/:id/questionnaire/versions', 'Published versions, newest first', {
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(questionnaireDesk.questionnaireIdInput)
    .output(z.array(questionnaireDesk.questionnaireVersion))
    .query(({ ctx, input }) => saveQuestionnaire.listQuestionnaireVersions(ctx.deps, input)),

  exportQuestionnaire: staffProcedure('offers:read')
    .meta({
      rest: route(
        'GET /admin/surveys/:id/questionnaire.csv',
        'The draft as CSV, with a column for each language',
        {
          file: 'chuma-questionnaire.csv',
          errors: ['SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(questionnaireDesk.questionnaireIdInput)
    .output(z.string())
    .query(({ ctx, input }) => saveQuestionnaire.exportQuestionnaire(ctx.deps, input)),

  importQuestionnaire: staffProcedure('offers:manage', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/surveys/:id/questionnaire/import', 'Save a draft from CSV', {
        example: { answer: exampleDraft },
        description: 'The columns of the download. Replaces the whole draft.',
        errors: ['QUESTIONNAIRE_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(questionnaireDesk.importQuestionnaireInput)
    .output(questionnaireDesk.questionnaireDraft)
    .mutation(({ ctx, input }) => saveQuestionnaire.importQuestionnaire(ctx.deps, ctx.staff, input)),

  readXlsform: staffProcedure('offers:manage', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/questionnaires/from-xlsform', 'Read an XLSForm as a questionnaire', {
        description:
          'An `.xlsx` workbook of at most 2 MB in base64, with the sheets `survey`, `choices` and `settings`. Stores nothing: `remarks` name by sheet, row and column what is left out or changed, and the questionnaire is the rest, ready to be saved.',
      }),
    })
    .input(xlsform.readXlsformInput)
    .output(xlsform.xlsformRead)
    .mutation(({ ctx, input }) => wordRemarks(ctx.caller, readXlsform(input))),

  writeXlsform: staffProcedure('offers:read', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/questionnaires/to-xlsform', 'Write a questionnaire as an XLSForm', {
        example: { body: { questionnaire: exampleQuestionnaire } },
        description: 'The workbook in base64. `remarks` name what an XLSForm cannot hold.',
      }),
    })
    .input(xlsform.writeXlsformInput)
    .output(xlsform.xlsformWritten)
    .mutation(({ ctx, input }) => wordRemarks(ctx.caller, writeXlsform(input))),
}
