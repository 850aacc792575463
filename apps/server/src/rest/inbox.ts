import {
  createTemplateInput,
  inbox,
  listMessagesInput,
  messageDetail,
  messageIdInput,
  replyBody,
  replyTemplate,
  setMessageStatusBody,
  templateIdInput,
  updateTemplateBody,
} from '@chuma/contract/inbox/inbox'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { changeMessageStatus } from '@chuma/core/inbox/change-message-status'
import { createTemplate } from '@chuma/core/inbox/create-template'
import { getMessage } from '@chuma/core/inbox/get-message'
import { listInbox } from '@chuma/core/inbox/list-inbox'
import { replyToMessage } from '@chuma/core/inbox/reply-to-message'
import { retireTemplate } from '@chuma/core/inbox/retire-template'
import { updateTemplate } from '@chuma/core/inbox/update-template'
import { listTemplates } from '@chuma/db/queries/inbox/reply-templates'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const params = messageIdInput
const read = { permission: 'contact:read' } as const
const answer = { permission: 'contact:answer' } as const

/** What people write to us, and what we answer. */
export const inboxRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Not the options as they came: they carry the prefix, which would then count twice.
  for (const part of [messages, templates]) await app.register(part, { deps })
}

const messages: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.get(
    '/admin/messages',
    {
      config: read,
      schema: {
        tags,
        summary: 'What people wrote to us, newest first',
        querystring: listMessagesInput,
        response: { 200: inbox },
      },
    },
    (request) => listInbox(deps, request.query),
  )
  app.get(
    '/admin/messages/:id',
    {
      config: { ...read, errors: ['NOT_FOUND'] },
      schema: {
        tags,
        summary: 'One message, with what was answered',
        params,
        response: { 200: messageDetail },
      },
    },
    (request) => getMessage(deps, request.params),
  )
  app.post(
    '/admin/messages/:id/replies',
    {
      config: { ...answer, errors: ['MESSAGE_STATE', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Answer a message by mail',
        params,
        body: replyBody,
        response: { 200: messageDetail },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'contact:answer')
      return replyToMessage(deps, staff, { ...request.body, id: request.params.id })
    },
  )
  app.put(
    '/admin/messages/:id',
    {
      config: { ...answer, errors: ['MESSAGE_STATE', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Close a message, or open it again',
        params,
        body: setMessageStatusBody,
        response: { 200: messageDetail },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'contact:answer')
      return changeMessageStatus(deps, staff, { ...request.body, id: request.params.id })
    },
  )
}

const templates: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.get(
    '/admin/reply-templates',
    {
      config: read,
      schema: { tags, summary: 'Answers given often, by name', response: { 200: z.array(replyTemplate) } },
    },
    () => listTemplates(deps.db),
  )
  app.post(
    '/admin/reply-templates',
    {
      config: answer,
      schema: {
        tags,
        summary: 'Add a template',
        body: createTemplateInput,
        response: { 201: replyTemplate },
      },
    },
    async (request, reply) => {
      const staff = requireStaff(request.caller, 'contact:answer')
      return reply.code(201).send(await createTemplate(deps, staff, request.body))
    },
  )
  app.put(
    '/admin/reply-templates/:id',
    {
      config: { ...answer, errors: ['NOT_FOUND', 'TEMPLATE_STATE'] },
      schema: {
        tags,
        summary: 'Change a template',
        params: templateIdInput,
        body: updateTemplateBody,
        response: { 200: replyTemplate },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'contact:answer')
      return updateTemplate(deps, staff, { ...request.body, id: request.params.id })
    },
  )
  app.delete(
    '/admin/reply-templates/:id',
    {
      config: { ...answer, errors: ['NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Retire a template',
        params: templateIdInput,
        response: { 200: replyTemplate },
      },
    },
    (request) => retireTemplate(deps, requireStaff(request.caller, 'contact:answer'), request.params),
  )
}
