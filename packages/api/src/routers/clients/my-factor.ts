import {
  confirmSecondFactorInput,
  recoveryCodes,
  secondFactorProofInput,
  startedSecondFactor,
  startSecondFactorInput,
} from '@chuma/contract/admin/staff'
import {
  confirmClientFactor,
  removeClientFactor,
  renewClientCodes,
  startClientFactor,
} from '@chuma/core/clients/factor'
import { notice } from '@chuma/core/notice'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { clientProcedure } from '../../trpc.ts'

/** Part of `clients`: one's own second factor. */
export const myFactorProcedures = {
  startSecondFactor: clientProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/client/second-factor',
        summary: 'Start setting up my second factor as a client',
        errors: ['FORBIDDEN', 'SECOND_FACTOR_ON', 'WRONG_PASSWORD'],
      },
    })
    .input(startSecondFactorInput)
    .output(startedSecondFactor)
    .mutation(({ ctx, input }) => startClientFactor(ctx.deps, ctx.client, input)),

  confirmSecondFactor: clientProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/client/second-factor/confirm',
        summary: 'Turn on my second factor as a client with a first code',
        description: 'My other devices are signed out.',
        errors: ['FORBIDDEN', 'NOT_FOUND', 'SECOND_FACTOR_ON'],
      },
    })
    .input(confirmSecondFactorInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => confirmClientFactor(ctx.deps, ctx.client, input)),

  removeSecondFactor: clientProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/client/second-factor/remove',
        summary: 'Turn off my second factor as a client',
        example: showNotice(notice('SECOND_FACTOR_OFF')),
        errors: ['FORBIDDEN', 'NOT_FOUND', 'SECRET_LOST', 'WRONG_PASSWORD'],
      },
    })
    .input(secondFactorProofInput)
    .output(z.object({ message: z.string() }))
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, removeClientFactor(ctx.deps, ctx.client, input))),

  renewRecoveryCodes: clientProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/client/second-factor/recovery-codes',
        summary: 'Replace my recovery codes as a client',
        errors: ['FORBIDDEN', 'NOT_FOUND', 'SECRET_LOST', 'WRONG_PASSWORD'],
      },
    })
    .input(secondFactorProofInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => renewClientCodes(ctx.deps, ctx.client, input)),
}
