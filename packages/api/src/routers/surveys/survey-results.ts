import * as answers from '@chuma/contract/surveys/answers'
import * as resultsContract from '@chuma/contract/surveys/results'
import { holdsPermission } from '@chuma/core/auth/staff'
import type { Caller } from '@chuma/core/caller'
import { changeCategory, codeAnswers, getCodeFrame } from '@chuma/core/surveys/results/categories'
import * as exportResults from '@chuma/core/surveys/results/export-results'
import { getCrossTab } from '@chuma/core/surveys/results/get-cross-tab'
import { getSurveyResults } from '@chuma/core/surveys/results/get-survey-results'
import { exportTables } from '@chuma/core/surveys/results/tables/table-workbook'
import { getTables } from '@chuma/core/surveys/results/tables/tables'
import * as z from 'zod'
import { fileText } from '../../context.ts'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

const readerOf = (caller: Caller) => ({ isRaw: holdsPermission(caller, 'results:raw') })
const SMALL_COUNTS =
  'Counts of fewer than five people are left out for roles without `results:raw`, which choose one group of at least ten people by `profile` and nothing with it. For them people join the counts at least five at a time.'

const TABLES =
  '`breaks` names questions with one answer, and attributes of the profile. Shares are of each column. `letters` names the columns of the same break whose share is lower, with 95 % confidence; bases under 30 are compared with none. A grid has a table for each row, and one that compares its rows.'

const EXPORT = {
  method: 'GET',
  description:
    'Under pseudonyms, of all versions unless one is named. CSV and JSON have closed answers as the author’s codes, with `cells=numbers` as the numbers of the codebook, and with `cells=words` in words. `weights` adds a column. At most 100,000 rows, sent as they are read. Every download is in the audit log, and the members whose answers it has are shown who received them.',
  errors: ['BUSY', 'RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND', 'WEIGHTS_IMPOSSIBLE'],
} as const

/** Part of `admin`: what members answered. */
export const surveyResultProcedures = {
  getSurveyResults: staffProcedure('results:read')
    .meta({
      rest: route('GET /admin/surveys/:id/results', 'The answers to a survey, counted question by question', {
        description: `Shares with 95 % intervals; with \`weights\`, those of a population with the given shares. ${SMALL_COUNTS}`,
        errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND', 'WEIGHTS_IMPOSSIBLE'],
      }),
    })
    .input(resultsContract.surveyResultsInput)
    .output(resultsContract.surveyResults)
    .query(({ ctx, input }) => getSurveyResults(ctx.deps, readerOf(ctx.caller), input)),

  getSurveyCrossTab: staffProcedure('results:read')
    .meta({
      rest: route(
        'GET /admin/surveys/:id/results/cross-tab',
        'The answers to one question by the answers to another, or by an attribute of the profile',
        {
          description: `Shares of each column. \`letters\` names the columns whose share is lower, with 95 % confidence. ${SMALL_COUNTS}`,
          errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(resultsContract.crossTabInput)
    .output(resultsContract.crossTab)
    .query(({ ctx, input }) => getCrossTab(ctx.deps, readerOf(ctx.caller), input)),

  getSurveyTables: staffProcedure('results:read')
    .meta({
      rest: route(
        'GET /admin/surveys/:id/results/tables',
        'The answers to all questions in columns side by side: everyone, and the groups of each break',
        {
          description: `${TABLES} Without \`results:raw\`, no filter and no weights. ${SMALL_COUNTS}`,
          errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND', 'WEIGHTS_IMPOSSIBLE'],
        },
      ),
    })
    .input(resultsContract.tablesInput)
    .output(resultsContract.surveyTables)
    .query(({ ctx, input }) => getTables(ctx.deps, readerOf(ctx.caller), input)),

  exportSurveyTables: staffProcedure('results:read')
    .meta({
      rest: route(
        'GET /admin/surveys/:id/tables.xlsx',
        'The same tables as an Excel workbook, with an index and the method',
        {
          description: 'Sent as it is counted.',
          errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND', 'WEIGHTS_IMPOSSIBLE'],
          file: 'chuma-tables.xlsx',
        },
      ),
    })
    .input(resultsContract.tablesInput)
    .output(fileText)
    .query(async ({ ctx, input }) =>
      ctx.answerFile(await exportTables(ctx.deps, readerOf(ctx.caller), input)),
    ),

  listSurveyAnswers: staffProcedure('results:raw')
    .meta({
      rest: route(
        'GET /admin/surveys/:id/results/answers',
        'What people wrote, under pseudonyms that differ from survey to survey',
        {
          errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(resultsContract.openAnswersInput)
    .output(z.array(resultsContract.openAnswer))
    .query(({ ctx, input }) => exportResults.listSurveyAnswers(ctx.deps, input)),

  exportSurveyResults: staffProcedure('results:raw')
    .meta({
      rest: [
        {
          ...EXPORT,
          path: '/admin/surveys/:id/results.csv',
          summary: 'The answers to a survey as CSV, a row for each person',
          file: 'chuma-results.csv',
          fixed: { format: 'csv' },
        },
        {
          ...EXPORT,
          path: '/admin/surveys/:id/respondents.json',
          summary: 'The answers to a survey as JSON, an object for each person',
          file: 'chuma-respondents.json',
          fileRow: resultsContract.respondentRow,
          fixed: { format: 'json' },
        },
        {
          ...EXPORT,
          path: '/admin/surveys/:id/triple-s.csv',
          summary: 'The answers to a survey as the data of a Triple-S data set',
          file: 'chuma-triple-s.csv',
          fixed: { format: 'triple-s' },
        },
        {
          ...EXPORT,
          path: '/admin/surveys/:id/results.sav',
          summary: 'The answers to a survey for SPSS and PSPP',
          file: 'chuma-results.sav',
          fixed: { format: 'sav' },
        },
        {
          ...EXPORT,
          path: '/admin/surveys/:id/results.xlsx',
          summary: 'The answers to a survey in words, and the codebook, as an Excel workbook',
          file: 'chuma-results.xlsx',
          fixed: { format: 'xlsx' },
        },
      ],
    })
    .input(resultsContract.exportResultsInput)
    .output(fileText)
    .query(async ({ ctx, input }) =>
      ctx.answerFile(await exportResults.exportResults(ctx.deps, ctx.staff, input)),
    ),

  exportSurveyCodebook: staffProcedure('results:read')
    .meta({
      rest: route(
        'GET /admin/surveys/:id/codebook.csv',
        'What the columns and codes of the results mean, as CSV',
        {
          errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
          file: 'chuma-codebook.csv',
        },
      ),
    })
    .input(resultsContract.codebookInput)
    .output(z.string())
    .query(({ ctx, input }) => exportResults.exportCodebook(ctx.deps, input)),

  exportSurveyTripleS: staffProcedure('results:read')
    .meta({
      rest: route('GET /admin/surveys/:id/triple-s.xml', 'The metadata of a Triple-S data set', {
        description: 'Version 3.0. Expects the data beside it, as `chuma-triple-s.csv`.',
        errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        file: 'chuma-triple-s.xml',
      }),
    })
    .input(resultsContract.codebookInput)
    .output(z.string())
    .query(({ ctx, input }) => exportResults.exportTripleS(ctx.deps, input)),
}

const errors = ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'] as const

/** Part of `admin`: open answers sorted into categories. */
export const answerCategoryProcedures = {
  getSurveyCategories: staffProcedure('results:raw')
    .meta({
      rest: route('GET /admin/surveys/:id/categories', 'The categories of an open question', { errors }),
    })
    .input(answers.categoriesInput)
    .output(answers.codeFrame)
    .query(({ ctx, input }) => getCodeFrame(ctx.deps, input)),

  changeSurveyCategory: staffProcedure('results:raw', 'routine')
    .meta({
      rest: route(
        'POST /admin/surveys/:id/categories',
        'Add, rename, merge or remove a category of an open question',
        {
          description: 'Removing a category takes it off its answers. Its code is never used again.',
          example: { body: { questionId: 4, change: { kind: 'add', name: 'School fees' } } },
          errors,
        },
      ),
    })
    .input(answers.changeCategoryInput)
    .output(answers.codeFrame)
    .mutation(({ ctx, input }) => changeCategory(ctx.deps, ctx.staff, input)),

  codeSurveyAnswers: staffProcedure('results:raw', 'routine')
    .meta({
      rest: route(
        'POST /admin/surveys/:id/results/codes',
        'Put open answers into categories, and take them out of others',
        {
          description: 'Say only what changes: what someone else has chosen for the same answers stays.',
          example: { body: { questionId: 4, respondents: ['rf3a9c1b2d4e5f60'], add: [1], remove: [] } },
          errors,
        },
      ),
    })
    .input(answers.codeAnswersInput)
    .output(answers.codeFrame)
    .mutation(({ ctx, input }) => codeAnswers(ctx.deps, ctx.staff, input)),
}
