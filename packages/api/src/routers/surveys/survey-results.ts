import {
  codebookInput,
  crossTab,
  crossTabInput,
  exportResultsInput,
  openAnswer,
  openAnswersInput,
  surveyResults,
  surveyResultsInput,
} from '@chuma/contract/surveys/results'
import { holdsPermission } from '@chuma/core/admin/staff/require-staff'
import type { Caller } from '@chuma/core/caller'
import { exportCodebook, exportResults } from '@chuma/core/surveys/results/export-results'
import { exportSpss } from '@chuma/core/surveys/results/export-spss'
import { getCrossTab } from '@chuma/core/surveys/results/get-cross-tab'
import { getSurveyResults } from '@chuma/core/surveys/results/get-survey-results'
import { listSurveyAnswers } from '@chuma/core/surveys/results/list-survey-answers'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

const readerOf = (caller: Caller) => ({ isRaw: holdsPermission(caller, 'results:raw') })
const SMALL_COUNTS = 'Counts of fewer than five people are left out for roles without `results:raw`.'

/** Part of `admin`: what members answered. */
export const surveyResultProcedures = {
  getSurveyResults: staffProcedure('results:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/surveys/:id/results',
        summary: 'The answers to a survey, counted question by question',
        description: `Shares with 95 % intervals; with \`weights\`, those of a population with the given shares. ${SMALL_COUNTS}`,
        errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND', 'WEIGHTS_IMPOSSIBLE'],
      },
    })
    .input(surveyResultsInput)
    .output(surveyResults)
    .query(({ ctx, input }) => getSurveyResults(ctx.deps, readerOf(ctx.caller), input)),

  getSurveyCrossTab: staffProcedure('results:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/surveys/:id/results/cross-tab',
        summary: 'The answers to one question by the answers to another',
        description: `Shares of each column. \`letters\` names the columns whose share is lower, with 95 % confidence. ${SMALL_COUNTS}`,
        errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
      },
    })
    .input(crossTabInput)
    .output(crossTab)
    .query(({ ctx, input }) => getCrossTab(ctx.deps, readerOf(ctx.caller), input)),

  listSurveyAnswers: staffProcedure('results:raw')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/surveys/:id/results/answers',
        summary: 'What people wrote, under pseudonyms that differ from survey to survey',
        errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
      },
    })
    .input(openAnswersInput)
    .output(z.array(openAnswer))
    .query(({ ctx, input }) => listSurveyAnswers(ctx.deps, input)),

  exportSurveyResults: staffProcedure('results:raw')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/surveys/:id/results.csv',
        summary: 'The answers to a survey as CSV, a row for each person',
        description:
          'Under pseudonyms, closed answers as the codes of the codebook. At most 100,000 rows. Every download is in the audit log.',
        errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        file: 'chuma-results.csv',
      },
    })
    .input(exportResultsInput)
    .output(z.string())
    .query(({ ctx, input }) => exportResults(ctx.deps, ctx.staff, input)),

  exportSurveyCodebook: staffProcedure('results:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/surveys/:id/codebook.csv',
        summary: 'What the columns and codes of the results mean, as CSV',
        errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        file: 'chuma-codebook.csv',
      },
    })
    .input(codebookInput)
    .output(z.string())
    .query(({ ctx, input }) => exportCodebook(ctx.deps, input)),

  exportSurveySyntax: staffProcedure('results:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/surveys/:id/results.sps',
        summary: 'The syntax with which SPSS and PSPP read the results',
        description: 'Expects the results beside it, as `chuma-answers.csv`.',
        errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        file: 'chuma-results.sps',
      },
    })
    .input(codebookInput)
    .output(z.string())
    .query(({ ctx, input }) => exportSpss(ctx.deps, input)),
}
