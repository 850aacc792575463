import * as quotasContract from '@chuma/contract/surveys/quotas/quotas'
import { holdsPermission } from '@chuma/core/auth/staff'
import type { Caller } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'
import {
  exportQuotas,
  getQuotas,
  importQuotas,
  type Quotas,
  releaseQuotas,
  saveQuotas,
  showQuotas,
} from '@chuma/core/surveys/quotas/quotas'
import * as z from 'zod'
import { wordIssues } from '../../language/word-answer.ts'
import { LONG_BODY_BYTES, route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

const plan = {
  dimensions: [
    {
      source: 'profile',
      code: 'sex',
      label: 'Sex',
      groups: [
        { code: 'women', label: 'Women', codes: ['female'] },
        { code: 'men', label: 'Men', codes: ['male'] },
      ],
    },
  ],
  total: 400,
  softLaunch: 20,
  dailyPercent: 25,
  holdMinutes: 60,
}
const cell = { groups: ['women'], target: 200 }
const exampleBody = { version: 0, ...plan, cells: [cell, { groups: ['men'], target: 200 }] }
const counted = { reserved: 3, answered: 1, accepted: 16, finishesAt: '2026-12-04T09:30:00.000Z' }
const exampleQuotas = {
  title: 'Mobile money in your week',
  version: 1,
  ...plan,
  cells: [{ id: 'women', ...cell, ...counted }],
  acceptedCount: 16,
  surplusCount: 0,
  isPaused: true,
  releasedAt: null,
  releasedBy: null,
  savedAt: '2026-11-20T09:30:00.000Z',
  savedBy: 'staff:content',
  isFrozen: true,
  isSound: true,
  issues: [],
}

type Context = { deps: Deps; caller: Caller }
const show = ({ deps, caller }: Context, { id }: { id: string }, quotas: Promise<Quotas>) =>
  showQuotas(deps, { id, isRaw: holdsPermission(caller, 'results:raw') }, quotas)

const SMALL_COUNTS =
  'Without `results:raw`, each cell has the accepted people whom the results count, and none of fewer than five.'

/** Part of `admin`: how many members of which kind a survey of ours is for. */
export const surveyQuotaProcedures = {
  getQuotas: staffProcedure('offers:read')
    .meta({
      rest: route(
        'GET /admin/surveys/:id/quotas',
        'The quotas of a survey, and how far each cell is filled',
        {
          description: SMALL_COUNTS,
          example: { answer: exampleQuotas },
          errors: ['SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(quotasContract.quotasIdInput)
    .output(quotasContract.surveyQuotas)
    .query(({ ctx, input }) => wordIssues(ctx.caller, show(ctx, input, getQuotas(ctx.deps, input)))),

  saveQuotas: staffProcedure('offers:manage', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('PUT /admin/surveys/:id/quotas', 'Set the quotas of a survey', {
        example: { body: exampleBody, answer: exampleQuotas },
        description:
          'Before the first member starts. Later, targets may change, down to the places that are taken. `version` is the one that was read, 0 for the first. Answers 409 if someone else has saved since.',
        errors: ['QUOTAS_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(quotasContract.saveQuotasInput)
    .output(quotasContract.surveyQuotas)
    .mutation(({ ctx, input }) =>
      wordIssues(ctx.caller, show(ctx, input, saveQuotas(ctx.deps, ctx.staff, input))),
    ),

  releaseQuotas: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('POST /admin/surveys/:id/quotas/release', 'End the soft launch of a survey', {
        example: { answer: exampleQuotas },
        errors: ['ALREADY_DECIDED', 'QUOTAS_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(quotasContract.releaseQuotasInput)
    .output(quotasContract.surveyQuotas)
    .mutation(({ ctx, input }) =>
      wordIssues(ctx.caller, show(ctx, input, releaseQuotas(ctx.deps, ctx.staff, input))),
    ),

  exportQuotas: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys/:id/quotas.csv', 'The cells of a survey and their targets as CSV', {
        file: 'chuma-quotas.csv',
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(quotasContract.quotasIdInput)
    .output(z.string())
    .query(({ ctx, input }) => exportQuotas(ctx.deps, input)),

  importQuotas: staffProcedure('offers:manage', 'routine')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/surveys/:id/quotas/import', 'Set targets from CSV', {
        example: { answer: exampleQuotas },
        description:
          'The columns of the download. Cells that the file leaves out get no more members; the total becomes the sum of the targets.',
        errors: ['QUOTAS_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(quotasContract.importQuotasInput)
    .output(quotasContract.surveyQuotas)
    .mutation(({ ctx, input }) =>
      wordIssues(ctx.caller, show(ctx, input, importQuotas(ctx.deps, ctx.staff, input))),
    ),
}
