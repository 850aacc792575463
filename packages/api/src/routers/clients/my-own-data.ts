import { clientExport, deleteClientAccountInput } from '@chuma/contract/clients/client-own-data'
import { deleteClientAccount, exportClientData } from '@chuma/core/clients/own-data'
import { notice } from '@chuma/core/notice'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { clientProcedure } from '../../trpc.ts'

/** Part of `clients`: what is kept about oneself. */
export const myOwnDataProcedures = {
  exportData: clientProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/client/export',
        summary: 'Everything stored about me as a client, as a file',
        description: 'Not by a link to one survey.',
        file: 'chuma-client-data-:exportedOn.json',
        errors: ['FORBIDDEN'],
      },
    })
    .output(clientExport)
    .query(({ ctx }) => exportClientData(ctx.deps, ctx.client)),

  deleteAccount: clientProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/client/deletion',
        summary: 'Delete my account as a client, at once',
        description:
          'Takes the password and a code, where there are any. Comments, disputes and what I accepted stay, under no name.',
        example: showNotice(notice('CLIENT_ERASED')),
        errors: ['FORBIDDEN', 'SECRET_LOST', 'WRONG_PASSWORD'],
      },
    })
    .input(deleteClientAccountInput)
    .output(z.object({ message: z.string() }))
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, deleteClientAccount(ctx.deps, ctx.client, input))),
}
