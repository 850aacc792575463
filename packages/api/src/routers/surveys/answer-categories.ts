import {
  categoriesInput,
  changeCategoryInput,
  codeAnswersInput,
  codeFrame,
} from '@chuma/contract/surveys/answer-categories'
import { changeCategory, codeAnswers, getCodeFrame } from '@chuma/core/surveys/results/categories'
import { staffProcedure } from '../../trpc.ts'

const errors = ['RESULTS_ELSEWHERE', 'SURVEY_NOT_FOUND'] as const

/** Part of `admin`: open answers sorted into categories. */
export const answerCategoryProcedures = {
  getSurveyCategories: staffProcedure('results:raw')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/surveys/:id/categories',
        summary: 'The categories of an open question',
        errors,
      },
    })
    .input(categoriesInput)
    .output(codeFrame)
    .query(({ ctx, input }) => getCodeFrame(ctx.deps, input)),

  changeSurveyCategory: staffProcedure('results:raw', 'routine')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/surveys/:id/categories',
        summary: 'Add, rename, merge or remove a category of an open question',
        description: 'Removing a category takes it off its answers. Its code is never used again.',
        example: { body: { questionId: 4, change: { kind: 'add', name: 'School fees' } } },
        errors,
      },
    })
    .input(changeCategoryInput)
    .output(codeFrame)
    .mutation(({ ctx, input }) => changeCategory(ctx.deps, ctx.staff, input)),

  codeSurveyAnswers: staffProcedure('results:raw', 'routine')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/surveys/:id/results/codes',
        summary: 'Put open answers into categories, and take them out of others',
        description: 'Say only what changes: what someone else has chosen for the same answers stays.',
        example: { body: { questionId: 4, respondents: ['rf3a9c1b2d4e5f60'], add: [1], remove: [] } },
        errors,
      },
    })
    .input(codeAnswersInput)
    .output(codeFrame)
    .mutation(({ ctx, input }) => codeAnswers(ctx.deps, ctx.staff, input)),
}
