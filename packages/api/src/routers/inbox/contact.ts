import { contactDetails, contactInput, contactResult } from '@chuma/contract/inbox/contact'
import { sendMessage } from '@chuma/core/inbox/messages'
import { notice } from '@chuma/core/notice'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { publicProcedure, router } from '../../trpc.ts'

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
        errors: ['KEY_REUSED', 'PROOF_OF_WORK_REQUIRED'],
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
