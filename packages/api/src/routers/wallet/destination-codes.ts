import {
  confirmCodeInput,
  confirmedCode,
  destinationCode,
  destinationCodeState,
  requestCodeInput,
} from '@chuma/contract/wallet/destination-codes'
import { notice } from '@chuma/core/notice'
import { confirmCode, getCode, requestCode } from '@chuma/core/wallet/destinations/codes'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { memberProcedure } from '../../trpc.ts'

/** A member proves an M-Pesa number with a code by text. */
export const destinationCodeProcedures = {
  requestDestinationCode: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/destinations/codes',
        summary: 'Text me a code that proves an M-Pesa number',
        description:
          'The answer is the same for every number, whether or not it belongs to an account. A new code ends the one before.',
        status: 201,
        errors: ['EMAIL_NOT_VERIFIED', 'CLOSED', 'CODE_LIMIT'],
      },
    })
    .input(requestCodeInput)
    .output(destinationCode)
    .mutation(({ ctx, input }) =>
      requestCode(ctx.deps, ctx.member, { ...input, address: ctx.caller.address }),
    ),

  confirmDestinationCode: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/destinations/codes/confirm',
        summary: 'Prove an M-Pesa number with the code from the text',
        description:
          'Five tries for each code. `in-review`: another account had proven the number, and staff decide whose it is now.',
        errors: ['CODE_INVALID'],
        example: { answer: { outcome: 'proven', ...showNotice(notice('NUMBER_PROVEN')).answer } },
      },
    })
    .input(confirmCodeInput)
    .output(confirmedCode)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, confirmCode(ctx.deps, ctx.member, input))),

  getDestinationCode: memberProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/destinations/codes',
        summary: 'My code that can be used now, and what became of its text',
      },
    })
    .output(destinationCodeState)
    .query(({ ctx }) => getCode(ctx.deps, ctx.member)),
}
