import * as staff from '@chuma/contract/admin/staff'
import { clientStatement, clientStatementInput } from '@chuma/contract/clients/client-quotes'
import * as clientSession from '@chuma/contract/clients/client-session'
import { getMyStatement } from '@chuma/core/clients/budget'
import * as factor from '@chuma/core/clients/factor'
import { deleteClientAccount, exportClientData } from '@chuma/core/clients/own-data'
import * as clientSessions from '@chuma/core/clients/sessions/client-sessions'
import * as logInClient from '@chuma/core/clients/sessions/log-in-client'
import { notice } from '@chuma/core/notice'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { route } from '../../meta.ts'
import { clientProcedure, publicProcedure, router } from '../../trpc.ts'
import { signOffProcedures } from '../surveys/sign-offs.ts'
import { myDisputeProcedures } from './disputes.ts'
import { mySurveyProcedures } from './my-surveys.ts'
import { myQuoteProcedures } from './quotes.ts'

/** Part of `clients`: one's own second factor. */
const myFactorProcedures = {
  startSecondFactor: clientProcedure
    .meta({
      rest: route('POST /client/second-factor', 'Start setting up my second factor as a client', {
        errors: ['FORBIDDEN', 'SECOND_FACTOR_ON', 'WRONG_PASSWORD'],
      }),
    })
    .input(staff.startSecondFactorInput)
    .output(staff.startedSecondFactor)
    .mutation(({ ctx, input }) => factor.startClientFactor(ctx.deps, ctx.client, input)),

  confirmSecondFactor: clientProcedure
    .meta({
      rest: route(
        'POST /client/second-factor/confirm',
        'Turn on my second factor as a client with a first code',
        {
          description: 'My other devices are signed out.',
          errors: ['FORBIDDEN', 'NOT_FOUND', 'SECOND_FACTOR_ON'],
        },
      ),
    })
    .input(staff.confirmSecondFactorInput)
    .output(staff.recoveryCodes)
    .mutation(({ ctx, input }) => factor.confirmClientFactor(ctx.deps, ctx.client, input)),

  removeSecondFactor: clientProcedure
    .meta({
      rest: route('POST /client/second-factor/remove', 'Turn off my second factor as a client', {
        example: showNotice(notice('SECOND_FACTOR_OFF')),
        errors: ['FORBIDDEN', 'NOT_FOUND', 'SECRET_LOST', 'WRONG_PASSWORD'],
      }),
    })
    .input(staff.secondFactorProofInput)
    .output(z.object({ message: z.string() }))
    .mutation(({ ctx, input }) =>
      wordMessage(ctx.caller, factor.removeClientFactor(ctx.deps, ctx.client, input)),
    ),

  renewRecoveryCodes: clientProcedure
    .meta({
      rest: route('POST /client/second-factor/recovery-codes', 'Replace my recovery codes as a client', {
        errors: ['FORBIDDEN', 'NOT_FOUND', 'SECRET_LOST', 'WRONG_PASSWORD'],
      }),
    })
    .input(staff.secondFactorProofInput)
    .output(staff.recoveryCodes)
    .mutation(({ ctx, input }) => factor.renewClientCodes(ctx.deps, ctx.client, input)),
}

/** Part of `clients`: what is kept about oneself. */
const myOwnDataProcedures = {
  exportData: clientProcedure
    .meta({
      rest: route('GET /client/export', 'Everything stored about me as a client, as a file', {
        description: 'Not by a link to one survey.',
        file: 'chuma-client-data-:exportedOn.json',
        errors: ['FORBIDDEN'],
      }),
    })
    .output(clientSession.clientExport)
    .query(({ ctx }) => exportClientData(ctx.deps, ctx.client)),

  deleteAccount: clientProcedure
    .meta({
      rest: route('POST /client/deletion', 'Delete my account as a client, at once', {
        description:
          'Takes the password and a code, where there are any. Comments, disputes and what I accepted stay, under no name.',
        example: showNotice(notice('CLIENT_ERASED')),
        errors: ['FORBIDDEN', 'SECRET_LOST', 'WRONG_PASSWORD'],
      }),
    })
    .input(clientSession.deleteClientAccountInput)
    .output(z.object({ message: z.string() }))
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, deleteClientAccount(ctx.deps, ctx.client, input))),
}

const said = z.object({ message: z.string() })

/** For the people of organisations that commission surveys. Their door is neither members' nor staff's. */
export const clientRouter = router({
  login: publicProcedure
    .meta({
      rest: route('POST /client/login', 'Sign in as a client', {
        description:
          'Answers 401 with SECOND_FACTOR_REQUIRED if the password is right and a `code` is needed too.',
        errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_INVALID', 'SECOND_FACTOR_REQUIRED', 'SECRET_LOST'],
      }),
    })
    .input(clientSession.clientLoginInput)
    .output(clientSession.openedClientSession)
    .mutation(({ ctx, input }) => logInClient.logInClient(ctx.deps, ctx.caller, input)),

  openLink: publicProcedure
    .meta({
      rest: route('POST /client/open-link', 'Exchange a link for a session', {
        description:
          'A used, expired, revoked and unknown link answer alike. A second factor is asked for too, and a wrong code uses no link up.',
        errors: ['LINK_INVALID', 'SECOND_FACTOR_INVALID', 'SECOND_FACTOR_REQUIRED', 'SECRET_LOST'],
      }),
    })
    .input(clientSession.openClientLinkInput)
    .output(clientSession.openedClientSession)
    .mutation(({ ctx, input }) => logInClient.openClientLink(ctx.deps, ctx.caller, input)),

  logout: clientProcedure
    .meta({
      opensByLink: true,
      rest: route('POST /client/logout', 'Sign out as a client', {
        example: showNotice(notice('SIGNED_OUT')),
      }),
    })
    .output(said)
    .mutation(({ ctx }) => wordMessage(ctx.caller, clientSessions.logOutClient(ctx.deps, ctx.client))),

  getMe: clientProcedure
    .meta({
      opensByLink: true,
      rest: route('GET /client/me', 'Who is signed in as a client'),
    })
    .output(clientSession.clientMe)
    .query(({ ctx }) => logInClient.describeMe(ctx.client)),

  listSessions: clientProcedure
    .meta({ rest: route('GET /client/sessions', 'My devices as a client, newest first') })
    .output(z.array(clientSession.clientDevice))
    .query(({ ctx }) => clientSessions.listOwnClientSessions(ctx.deps, ctx.client)),

  endSession: clientProcedure
    .meta({
      rest: route('DELETE /client/sessions/:id', 'Sign one of my devices out as a client', {
        example: showNotice(notice('DEVICE_SIGNED_OUT')),
      }),
    })
    .input(clientSession.clientSessionIdInput)
    .output(said)
    .mutation(({ ctx, input }) =>
      wordMessage(ctx.caller, clientSessions.endClientSession(ctx.deps, ctx.client, input)),
    ),

  setPassword: clientProcedure
    .meta({
      rest: route('PUT /client/password', 'Set my password as a client', {
        description: 'My other devices are signed out. Not by a link to one survey.',
        errors: ['FORBIDDEN', 'WRONG_PASSWORD'],
      }),
    })
    .input(clientSession.setClientPasswordInput)
    .output(clientSession.clientMe)
    .mutation(({ ctx, input }) => logInClient.setClientPassword(ctx.deps, ctx.client, input)),

  getStatement: clientProcedure
    .meta({
      rest: route('GET /client/statement', 'What my organisation prepaid and used, day by day', {
        description: 'In cents of KES. Not by a link to one survey.',
        errors: ['FORBIDDEN'],
      }),
    })
    .input(clientStatementInput.prefault({}))
    .output(clientStatement)
    .query(({ ctx, input }) => getMyStatement(ctx.deps, ctx.client, input)),

  ...myFactorProcedures,
  ...myOwnDataProcedures,
  ...mySurveyProcedures,
  ...myQuoteProcedures,
  ...myDisputeProcedures,
  ...signOffProcedures,
})
