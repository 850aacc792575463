import { retiredRow, retireInput } from '@chuma/contract/tasks/admin-quiz'
import {
  adminTask,
  createTaskInput,
  listTasksInput,
  updateTaskInput,
} from '@chuma/contract/tasks/admin-tasks'
import { taskIdInput } from '@chuma/contract/tasks/tasks'
import { createTask, listAllTasks, loadTask, retireTask, updateTask } from '@chuma/core/tasks/catalogue'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

const look = staffProcedure('catalogue:read')
const manage = staffProcedure('catalogue:manage', 'routine')

/** Part of `admin`: videos, advertisements, social tasks, micro-jobs and affiliate links. */
export const adminTaskProcedures = {
  listTasks: look
    .meta({ rest: { method: 'GET', path: '/admin/tasks', summary: 'Tasks of one kind, newest first' } })
    .input(listTasksInput)
    .output(z.array(adminTask))
    .query(({ ctx, input }) => listAllTasks(ctx.deps, input)),

  getTask: look
    .meta({ rest: { method: 'GET', path: '/admin/tasks/:id', summary: 'One task' } })
    .input(taskIdInput)
    .output(adminTask)
    .query(({ ctx, input }) => loadTask(ctx.deps.db, input.id)),

  createTask: manage
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/tasks',
        summary: 'Add a task',
        status: 201,
        errors: ['KEY_REUSED', 'NOT_FOUND'],
      },
    })
    .input(createTaskInput)
    .output(adminTask)
    .mutation(({ ctx, input }) =>
      createTask(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updateTask: manage
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/tasks/:id',
        summary: 'Change a task, or switch it on or off',
        description: 'Answers 409 if `version` is not the newest.',
        errors: ['CATALOGUE_STATE'],
      },
    })
    .input(updateTaskInput)
    .output(adminTask)
    .mutation(({ ctx, input }) => updateTask(ctx.deps, ctx.staff, input)),

  retireTask: manage
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/tasks/:id/retire',
        summary: 'Retire a task permanently',
        errors: ['CATALOGUE_STATE'],
      },
    })
    .input(retireInput)
    .output(retiredRow)
    .mutation(({ ctx, input }) => retireTask(ctx.deps, ctx.staff, input)),
}
