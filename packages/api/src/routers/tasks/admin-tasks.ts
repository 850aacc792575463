import { retiredRow, retireInput } from '@chuma/contract/tasks/admin-quiz'
import {
  adminTask,
  createTaskInput,
  listTasksInput,
  updateTaskInput,
} from '@chuma/contract/tasks/admin-tasks'
import { taskIdInput } from '@chuma/contract/tasks/tasks'
import { createTask } from '@chuma/core/tasks/catalogue/create-task'
import { listAllTasks } from '@chuma/core/tasks/catalogue/list-all-tasks'
import { loadTask } from '@chuma/core/tasks/catalogue/load-task'
import { retireTask } from '@chuma/core/tasks/catalogue/retire-task'
import { updateTask } from '@chuma/core/tasks/catalogue/update-task'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

const look = staffProcedure('catalogue:read')
const manage = staffProcedure('catalogue:manage')

/** Of `admin`: videos, advertisements, social tasks, micro-jobs and affiliate links. */
export const adminTaskProcedures = {
  listTasks: look
    .input(listTasksInput)
    .output(z.array(adminTask))
    .query(({ ctx, input }) => listAllTasks(ctx.deps, input)),

  getTask: look
    .input(taskIdInput)
    .output(adminTask)
    .query(({ ctx, input }) => loadTask(ctx.deps.db, input.id)),

  createTask: manage
    .input(createTaskInput)
    .output(adminTask)
    .mutation(({ ctx, input }) =>
      createTask(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updateTask: manage
    .input(updateTaskInput)
    .output(adminTask)
    .mutation(({ ctx, input }) => updateTask(ctx.deps, ctx.staff, input)),

  retireTask: manage
    .input(retireInput)
    .output(retiredRow)
    .mutation(({ ctx, input }) => retireTask(ctx.deps, ctx.staff, input)),
}
