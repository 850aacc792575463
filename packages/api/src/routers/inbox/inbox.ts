import {
  contactDetails,
  contactInput,
  contactResult,
  createTemplateInput,
  inbox,
  listMessagesInput,
  messageDetail,
  messageIdInput,
  replyInput,
  replyTemplate,
  setMessageStatusInput,
  templateIdInput,
  updateTemplateInput,
} from '@chuma/contract/inbox/inbox'
import {
  changeMessageStatus,
  createTemplate,
  getMessage,
  listInbox,
  replyToMessage,
  retireTemplate,
  sendMessage,
  updateTemplate,
} from '@chuma/core/inbox/messages'
import { notice } from '@chuma/core/notice'
import { listTemplates } from '@chuma/db/queries/inbox/inbox'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { publicProcedure, router, staffProcedure } from '../../trpc.ts'

/** Part of `admin`: messages from the contact form, and our answers. */
export const inboxProcedures = {
  listMessages: staffProcedure('contact:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/messages',
        summary: 'Messages from the contact form, newest first',
      },
    })
    .input(listMessagesInput)
    .output(inbox)
    .query(({ ctx, input }) => listInbox(ctx.deps, input)),

  getMessage: staffProcedure('contact:read')
    .meta({
      rest: { method: 'GET', path: '/admin/messages/:id', summary: 'One message, with its answers' },
    })
    .input(messageIdInput)
    .output(messageDetail)
    .query(({ ctx, input }) => getMessage(ctx.deps, input)),

  replyToMessage: staffProcedure('contact:answer', 'routine')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/messages/:id/replies',
        summary: 'Answer a message by mail',
        errors: ['MESSAGE_STATE'],
      },
    })
    .input(replyInput)
    .output(messageDetail)
    .mutation(({ ctx, input }) => replyToMessage(ctx.deps, ctx.staff, input)),

  setMessageStatus: staffProcedure('contact:answer', 'routine')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/messages/:id',
        summary: 'Close a message, or open it again',
        errors: ['MESSAGE_STATE'],
      },
    })
    .input(setMessageStatusInput)
    .output(messageDetail)
    .mutation(({ ctx, input }) => changeMessageStatus(ctx.deps, ctx.staff, input)),

  listReplyTemplates: staffProcedure('contact:read')
    .meta({
      rest: { method: 'GET', path: '/admin/reply-templates', summary: 'Reply templates, by name' },
    })
    .output(z.array(replyTemplate))
    .query(({ ctx }) => listTemplates(ctx.deps.db)),

  createReplyTemplate: staffProcedure('contact:answer', 'routine')
    .meta({
      rest: { method: 'POST', path: '/admin/reply-templates', summary: 'Add a template', status: 201 },
    })
    .input(createTemplateInput)
    .output(replyTemplate)
    .mutation(({ ctx, input }) => createTemplate(ctx.deps, ctx.staff, input)),

  updateReplyTemplate: staffProcedure('contact:answer', 'routine')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/reply-templates/:id',
        summary: 'Change a template',
        errors: ['TEMPLATE_STATE'],
      },
    })
    .input(updateTemplateInput)
    .output(replyTemplate)
    .mutation(({ ctx, input }) => updateTemplate(ctx.deps, ctx.staff, input)),

  retireReplyTemplate: staffProcedure('contact:answer', 'routine')
    .meta({ rest: { method: 'DELETE', path: '/admin/reply-templates/:id', summary: 'Retire a template' } })
    .input(templateIdInput)
    .output(replyTemplate)
    .mutation(({ ctx, input }) => retireTemplate(ctx.deps, ctx.staff, input)),
}

export const inboxRouter = router({
  getContactDetails: publicProcedure
    .meta({ rest: { method: 'GET', path: '/contact', summary: 'How to reach our team' } })
    .output(contactDetails)
    .query(({ ctx }) => ctx.deps.product()),

  sendMessage: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/contact',
        summary: 'Write to us',
        example: showNotice(notice('MESSAGE_SENT')),
        description: 'Needs no sign-in. The message is stored, and mailed to the support address.',
        errors: ['KEY_REUSED'],
      },
    })
    .input(contactInput)
    .output(contactResult)
    .mutation(({ ctx, input }) =>
      wordMessage(
        ctx.caller,
        sendMessage(ctx.deps, ctx.caller, { ...input, idempotencyKey: ctx.idempotencyKey }),
      ),
    ),
})
