import {
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
import { changeMessageStatus } from '@chuma/core/inbox/change-message-status'
import { createTemplate } from '@chuma/core/inbox/create-template'
import { getMessage } from '@chuma/core/inbox/get-message'
import { listInbox } from '@chuma/core/inbox/list-inbox'
import { replyToMessage } from '@chuma/core/inbox/reply-to-message'
import { retireTemplate } from '@chuma/core/inbox/retire-template'
import { updateTemplate } from '@chuma/core/inbox/update-template'
import { listTemplates } from '@chuma/db/queries/inbox/reply-templates'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Of `admin`: what people write to us, and what we answer. */
export const inboxProcedures = {
  listMessages: staffProcedure('contact:read')
    .input(listMessagesInput)
    .output(inbox)
    .query(({ ctx, input }) => listInbox(ctx.deps, input)),

  getMessage: staffProcedure('contact:read')
    .input(messageIdInput)
    .output(messageDetail)
    .query(({ ctx, input }) => getMessage(ctx.deps, input)),

  replyToMessage: staffProcedure('contact:answer')
    .input(replyInput)
    .output(messageDetail)
    .mutation(({ ctx, input }) => replyToMessage(ctx.deps, ctx.staff, input)),

  setMessageStatus: staffProcedure('contact:answer')
    .input(setMessageStatusInput)
    .output(messageDetail)
    .mutation(({ ctx, input }) => changeMessageStatus(ctx.deps, ctx.staff, input)),

  listReplyTemplates: staffProcedure('contact:read')
    .output(z.array(replyTemplate))
    .query(({ ctx }) => listTemplates(ctx.deps.db)),

  createReplyTemplate: staffProcedure('contact:answer')
    .input(createTemplateInput)
    .output(replyTemplate)
    .mutation(({ ctx, input }) => createTemplate(ctx.deps, ctx.staff, input)),

  updateReplyTemplate: staffProcedure('contact:answer')
    .input(updateTemplateInput)
    .output(replyTemplate)
    .mutation(({ ctx, input }) => updateTemplate(ctx.deps, ctx.staff, input)),

  retireReplyTemplate: staffProcedure('contact:answer')
    .input(templateIdInput)
    .output(replyTemplate)
    .mutation(({ ctx, input }) => retireTemplate(ctx.deps, ctx.staff, input)),
}
