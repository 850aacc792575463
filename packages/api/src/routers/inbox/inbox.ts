import * as inbox from '@chuma/contract/inbox/inbox'
import * as messages from '@chuma/core/inbox/messages'
import { notice } from '@chuma/core/notice'
import { listTemplates } from '@chuma/db/queries/inbox/inbox'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { route } from '../../meta.ts'
import { publicProcedure, router, staffProcedure } from '../../trpc.ts'

/** Part of `admin`: messages from the contact form, and our answers. */
export const inboxProcedures = {
  listMessages: staffProcedure('contact:read')
    .meta({ rest: route('GET /admin/messages', 'Messages from the contact form, newest first') })
    .input(inbox.listMessagesInput)
    .output(inbox.inbox)
    .query(({ ctx, input }) => messages.listInbox(ctx.deps, input)),

  getMessage: staffProcedure('contact:read')
    .meta({ rest: route('GET /admin/messages/:id', 'One message, with its answers') })
    .input(inbox.messageIdInput)
    .output(inbox.messageDetail)
    .query(({ ctx, input }) => messages.getMessage(ctx.deps, input)),

  replyToMessage: staffProcedure('contact:answer', 'routine')
    .meta({
      rest: route('POST /admin/messages/:id/replies', 'Answer a message by mail', {
        errors: ['MESSAGE_STATE'],
      }),
    })
    .input(inbox.replyInput)
    .output(inbox.messageDetail)
    .mutation(({ ctx, input }) => messages.replyToMessage(ctx.deps, ctx.staff, input)),

  setMessageStatus: staffProcedure('contact:answer', 'routine')
    .meta({
      rest: route('PUT /admin/messages/:id', 'Close a message, or open it again', {
        errors: ['MESSAGE_STATE'],
      }),
    })
    .input(inbox.setMessageStatusInput)
    .output(inbox.messageDetail)
    .mutation(({ ctx, input }) => messages.changeMessageStatus(ctx.deps, ctx.staff, input)),

  listReplyTemplates: staffProcedure('contact:read')
    .meta({ rest: route('GET /admin/reply-templates', 'Reply templates, by name') })
    .output(z.array(inbox.replyTemplate))
    .query(({ ctx }) => listTemplates(ctx.deps.db)),

  createReplyTemplate: staffProcedure('contact:answer', 'routine')
    .meta({ rest: route('POST /admin/reply-templates', 'Add a template', { status: 201 }) })
    .input(inbox.createTemplateInput)
    .output(inbox.replyTemplate)
    .mutation(({ ctx, input }) => messages.createTemplate(ctx.deps, ctx.staff, input)),

  updateReplyTemplate: staffProcedure('contact:answer', 'routine')
    .meta({
      rest: route('PUT /admin/reply-templates/:id', 'Change a template', { errors: ['TEMPLATE_STATE'] }),
    })
    .input(inbox.updateTemplateInput)
    .output(inbox.replyTemplate)
    .mutation(({ ctx, input }) => messages.updateTemplate(ctx.deps, ctx.staff, input)),

  retireReplyTemplate: staffProcedure('contact:answer', 'routine')
    .meta({ rest: route('DELETE /admin/reply-templates/:id', 'Retire a template') })
    .input(inbox.templateIdInput)
    .output(inbox.replyTemplate)
    .mutation(({ ctx, input }) => messages.retireTemplate(ctx.deps, ctx.staff, input)),
}

export const inboxRouter = router({
  getContactDetails: publicProcedure
    .meta({ rest: route('GET /contact', 'How to reach our team') })
    .output(inbox.contactDetails)
    .query(({ ctx }) => ctx.deps.product()),

  sendMessage: publicProcedure
    .meta({
      rest: route('POST /contact', 'Write to us', {
        example: showNotice(notice('MESSAGE_SENT')),
        description: 'Needs no sign-in. The message is stored, and mailed to the support address.',
        errors: ['KEY_REUSED'],
      }),
    })
    .input(inbox.contactInput)
    .output(inbox.contactResult)
    .mutation(({ ctx, input }) =>
      wordMessage(
        ctx.caller,
        messages.sendMessage(ctx.deps, ctx.caller, { ...input, idempotencyKey: ctx.idempotencyKey }),
      ),
    ),
})
