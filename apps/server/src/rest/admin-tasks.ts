import { retireBody, retiredRow } from '@chuma/contract/tasks/admin-quiz'
import { adminTask, createTaskInput, listTasksInput, updateTaskBody } from '@chuma/contract/tasks/admin-tasks'
import { taskIdInput } from '@chuma/contract/tasks/tasks'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { createTask } from '@chuma/core/tasks/catalogue/create-task'
import { listAllTasks } from '@chuma/core/tasks/catalogue/list-all-tasks'
import { loadTask } from '@chuma/core/tasks/catalogue/load-task'
import { retireTask } from '@chuma/core/tasks/catalogue/retire-task'
import { updateTask } from '@chuma/core/tasks/catalogue/update-task'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const manage = { permission: 'catalogue:manage' } as const
const params = taskIdInput

/** Videos, advertisements, social tasks, micro-jobs and affiliate links. */
export const adminTasksRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/tasks',
    {
      config: { permission: 'catalogue:read' },
      schema: {
        tags,
        summary: 'Tasks of one kind, newest first',
        querystring: listTasksInput,
        response: { 200: z.array(adminTask) },
      },
    },
    (request) => listAllTasks(deps, request.query),
  )

  app.get(
    '/admin/tasks/:id',
    {
      config: { permission: 'catalogue:read', errors: ['NOT_FOUND'] },
      schema: { tags, summary: 'One task', params, response: { 200: adminTask } },
    },
    (request) => loadTask(deps.db, request.params.id),
  )

  app.post(
    '/admin/tasks',
    {
      // A repeat under its key may find that what it made was retired since.
      config: { ...manage, errors: ['KEY_REUSED', 'NOT_FOUND'] },
      schema: { tags, summary: 'Add a task', body: createTaskInput, response: { 201: adminTask } },
    },
    async (request, reply) => {
      const staff = requireStaff(request.caller, manage.permission)
      return reply
        .code(201)
        .send(await createTask(deps, staff, { ...request.body, idempotencyKey: request.idempotencyKey }))
    },
  )

  app.put(
    '/admin/tasks/:id',
    {
      config: { ...manage, errors: ['CATALOGUE_STATE', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Change a task, or switch it on or off',
        description: 'An older `version` than the newest is answered with 409.',
        params,
        body: updateTaskBody,
        response: { 200: adminTask },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, manage.permission)
      return updateTask(deps, staff, { ...request.body, ...request.params })
    },
  )

  app.post(
    '/admin/tasks/:id/retire',
    {
      config: { ...manage, errors: ['CATALOGUE_STATE', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Take a task out of every list for good',
        params,
        body: retireBody,
        response: { 200: retiredRow },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, manage.permission)
      return retireTask(deps, staff, { ...request.body, ...request.params })
    },
  )
}
