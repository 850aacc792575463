import * as clientSurveys from '@chuma/contract/clients/client-surveys'
import { crossTab, respondentRow, surveyTables } from '@chuma/contract/surveys/results'
import * as commissionedSurveys from '@chuma/core/clients/surveys/commissioned-surveys'
import * as z from 'zod'
import { fileText } from '../../context.ts'
import { route } from '../../meta.ts'
import { clientProcedure } from '../../trpc.ts'

const DATASET = {
  method: 'GET',
  description: 'Under pseudonyms, only answers that we pay for, of all versions. Every download is recorded.',
  errors: ['DATASET_STATE', 'RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
} as const
const DESCRIPTION = { method: 'GET', errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'] } as const

const MY_TABLES =
  '`breaks` names questions with one answer. Shares are of each column. `letters` names the columns of the same break whose share is lower, with 95 % confidence. Counts of fewer than five people are left out, and others from which they would follow.'

/** Part of `client`: the surveys that an organisation commissioned. Another one's surveys answer as unknown. */
export const mySurveyProcedures = {
  listSurveys: clientProcedure
    .meta({
      opensByLink: true,
      rest: route('GET /client/surveys', 'The surveys that my organisation commissioned'),
    })
    .input(clientSurveys.listMySurveysInput)
    .output(z.array(clientSurveys.commissionedSurvey))
    .query(({ ctx, input }) => commissionedSurveys.listMySurveys(ctx.deps, ctx.client, input)),

  getSurvey: clientProcedure
    .meta({
      opensByLink: true,
      rest: route('GET /client/surveys/:id', 'How a survey of mine is doing', {
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(clientSurveys.mySurveyInput)
    .output(clientSurveys.commissionedSurvey)
    .query(({ ctx, input }) => commissionedSurveys.getMySurvey(ctx.deps, ctx.client, input)),

  getResults: clientProcedure
    .meta({
      opensByLink: true,
      rest: route(
        'GET /client/surveys/:id/results',
        'The answers to a survey of mine, counted question by question',
        {
          description: 'Counts of fewer than five people are left out.',
          errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(clientSurveys.myResultsInput)
    .output(clientSurveys.myResults)
    .query(({ ctx, input }) => commissionedSurveys.getMyResults(ctx.deps, ctx.client, input)),

  getCrossTab: clientProcedure
    .meta({
      opensByLink: true,
      rest: route(
        'GET /client/surveys/:id/results/cross-tab',
        'The answers to one question of a survey of mine by the answers to another',
        {
          description:
            'Shares of each column. `letters` names the columns whose share is lower, with 95 % confidence. Counts of fewer than five people are left out, and others from which they would follow.',
          errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(clientSurveys.myCrossTabInput)
    .output(crossTab)
    .query(({ ctx, input }) => commissionedSurveys.getMyCrossTab(ctx.deps, ctx.client, input)),

  getTables: clientProcedure
    .meta({
      opensByLink: true,
      rest: route(
        'GET /client/surveys/:id/results/tables',
        'The answers to all questions of a survey of mine in columns side by side',
        { description: MY_TABLES, errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'] },
      ),
    })
    .input(clientSurveys.myTablesInput)
    .output(surveyTables)
    .query(({ ctx, input }) => commissionedSurveys.getMyTables(ctx.deps, ctx.client, input)),

  downloadTables: clientProcedure
    .meta({
      opensByLink: true,
      rest: route('GET /client/surveys/:id/tables.xlsx', 'The same tables as an Excel workbook', {
        description: MY_TABLES,
        errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        file: 'chuma-tables.xlsx',
      }),
    })
    .input(clientSurveys.myTablesInput)
    .output(fileText)
    .query(async ({ ctx, input }) =>
      ctx.answerFile(await commissionedSurveys.exportMyTables(ctx.deps, ctx.client, input)),
    ),

  getProgress: clientProcedure
    .meta({
      opensByLink: true,
      rest: route(
        'GET /client/surveys/:id/progress',
        'How accepted answers to a survey of mine came in, by day and by quota',
        {
          description: 'Quotas with fewer than five answers are left out.',
          errors: ['SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(clientSurveys.mySurveyInput)
    .output(clientSurveys.surveyProgress)
    .query(({ ctx, input }) => commissionedSurveys.getMyProgress(ctx.deps, ctx.client, input)),

  listComments: clientProcedure
    .meta({
      opensByLink: true,
      rest: route(
        'GET /client/surveys/:id/comments',
        'What we and your team wrote about a survey of mine, newest first',
        {
          params: { id: 'surveyId' },

          errors: ['SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(clientSurveys.listCommentsInput)
    .output(z.array(clientSurveys.clientComment))
    .query(({ ctx, input }) => commissionedSurveys.listMyComments(ctx.deps, ctx.client, input)),

  writeComment: clientProcedure
    .meta({
      rest: route(
        'POST /client/surveys/:id/comments',
        'Write about a survey of mine or one of its questions',
        {
          params: { id: 'surveyId' },

          status: 201,
          errors: ['SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(clientSurveys.writeCommentInput)
    .output(clientSurveys.clientComment)
    .mutation(({ ctx, input }) => commissionedSurveys.writeMyComment(ctx.deps, ctx.client, input)),

  getDatasets: clientProcedure
    .meta({
      opensByLink: true,
      rest: route(
        'GET /client/surveys/:id/datasets',
        'Who is in the data of a survey of mine, and what we accepted of it',
        {
          errors: ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(clientSurveys.mySurveyInput)
    .output(clientSurveys.datasets)
    .query(({ ctx, input }) => commissionedSurveys.getMyDatasets(ctx.deps, ctx.client, input)),

  downloadDataset: clientProcedure
    .meta({
      opensByLink: true,
      rest: [
        {
          ...DATASET,
          path: '/client/surveys/:id/dataset.csv',
          summary: 'The data of a survey of mine as CSV, a row for each person',
          file: 'chuma-dataset.csv',
          fixed: { format: 'csv' },
        },
        {
          ...DATASET,
          path: '/client/surveys/:id/dataset.json',
          summary: 'The data of a survey of mine as JSON, an object for each person',
          file: 'chuma-dataset.json',
          fileRow: respondentRow,
          fixed: { format: 'json' },
        },
        {
          ...DATASET,
          path: '/client/surveys/:id/dataset.sav',
          summary: 'The data of a survey of mine for SPSS and PSPP',
          file: 'chuma-dataset.sav',
          fixed: { format: 'sav' },
        },
        {
          ...DATASET,
          path: '/client/surveys/:id/dataset.xlsx',
          summary: 'The data of a survey of mine in words, and the codebook, as an Excel workbook',
          file: 'chuma-dataset.xlsx',
          fixed: { format: 'xlsx' },
        },
        {
          ...DATASET,
          path: '/client/surveys/:id/triple-s.csv',
          summary: 'The data of a survey of mine as the data of a Triple-S data set',
          file: 'chuma-triple-s.csv',
          fixed: { format: 'triple-s' },
        },
      ],
    })
    .input(clientSurveys.downloadDatasetInput)
    .output(fileText)
    .query(async ({ ctx, input }) =>
      ctx.answerFile([await commissionedSurveys.downloadDataset(ctx.deps, ctx.client, input)]),
    ),

  describeDataset: clientProcedure
    .meta({
      opensByLink: true,
      rest: [
        {
          ...DESCRIPTION,
          path: '/client/surveys/:id/codebook.csv',
          summary: 'What the columns and codes of my data mean, as CSV',
          file: 'chuma-codebook.csv',
          fixed: { kind: 'codebook' },
        },
        {
          ...DESCRIPTION,
          path: '/client/surveys/:id/triple-s.xml',
          summary: 'The metadata of a Triple-S data set of mine',
          file: 'chuma-triple-s.xml',
          fixed: { kind: 'triple-s' },
        },
      ],
    })
    .input(clientSurveys.describeDatasetInput)
    .output(z.string())
    .query(({ ctx, input }) => commissionedSurveys.describeDataset(ctx.deps, ctx.client, input)),

  acceptDataset: clientProcedure
    .meta({
      rest: route('POST /client/surveys/:id/datasets', 'Accept the data of a survey of mine', {
        params: { id: 'surveyId' },

        description:
          'Keeps a version, who is in it and the SHA-256 of the downloaded file. Accepting the same data again changes nothing.',
        errors: ['DATASET_STATE', 'RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'],
        example: { body: { hash: 'a'.repeat(64) } },
      }),
    })
    .input(clientSurveys.acceptDatasetInput)
    .output(clientSurveys.datasets)
    .mutation(({ ctx, input }) => commissionedSurveys.acceptDataset(ctx.deps, ctx.client, input)),
}
