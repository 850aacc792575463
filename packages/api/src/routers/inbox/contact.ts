import { contactDetails, contactInput, contactResult } from '@chuma/contract/inbox/contact'
import { sendMessage } from '@chuma/core/inbox/send-message'
import { publicProcedure, router } from '../../trpc.ts'

export const contactRouter = router({
  getDetails: publicProcedure.output(contactDetails).query(({ ctx }) => ctx.deps.contactDetails),

  sendMessage: publicProcedure
    .input(contactInput)
    .output(contactResult)
    .mutation(({ ctx, input }) =>
      sendMessage(ctx.deps, ctx.caller, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),
})
