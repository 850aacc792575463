import * as clientQuotes from '@chuma/contract/clients/client-quotes'
import { clientComment, listCommentsInput, writeCommentInput } from '@chuma/contract/clients/client-surveys'
import * as clients from '@chuma/contract/clients/clients'
import * as budget from '@chuma/core/clients/budget'
import { resetClientUser } from '@chuma/core/clients/factor'
import * as clientLinks from '@chuma/core/clients/people/client-links'
import { addClientUser, removeClientUser } from '@chuma/core/clients/people/client-users'
import * as commissionedSurveys from '@chuma/core/clients/surveys/commissioned-surveys'
import { listClients } from '@chuma/db/queries/clients/clients'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the people of clients, and how they come in. */
const clientPeopleProcedures = {
  addClientUser: staffProcedure('clients:manage', 'sensitive')
    .meta({
      rest: route('POST /admin/clients/:id/users', 'Add someone of a client', {
        params: { id: 'clientId' },

        description: 'They come in by a link, and can set a password then.',
        status: 201,
        errors: ['NOT_FOUND'],
      }),
    })
    .input(clients.addClientUserInput)
    .output(clients.clientDetail)
    .mutation(({ ctx, input }) => addClientUser(ctx.deps, ctx.staff, input)),

  removeClientUser: staffProcedure('clients:manage', 'sensitive')
    .meta({
      rest: route(
        'DELETE /admin/client-users/:id',
        'Remove someone of a client, and erase what is personal',
        {
          description: 'Their sessions and links end at once.',
        },
      ),
    })
    .input(clients.clientIdInput)
    .output(clients.clientDetail)
    .mutation(({ ctx, input }) => removeClientUser(ctx.deps, ctx.staff, input)),

  resetClientUser: staffProcedure('clients:manage', 'critical')
    .meta({
      rest: route(
        'POST /admin/client-users/:id/reset',
        'Reset the password and second factor of someone of a client',
        {
          description:
            'Their sessions and links end; a new link lets them in. Waits for a second person where company changes need two.',
          errors: ['APPROVAL_PENDING', 'NOT_FOUND'],
        },
      ),
    })
    .input(clients.clientIdInput)
    .output(clients.clientDetail)
    .mutation(({ ctx, input }) => resetClientUser(ctx.deps, ctx.staff, input)),

  createClientLink: staffProcedure('clients:manage', 'sensitive')
    .meta({
      rest: route('POST /admin/client-users/:id/links', 'Make a link that signs someone of a client in', {
        params: { id: 'userId' },

        description: 'Its address is answered once.',
        status: 201,
        errors: ['NOT_FOUND'],
      }),
    })
    .input(clients.createClientLinkInput)
    .output(clients.createdClientLink)
    .mutation(({ ctx, input }) => clientLinks.createClientLink(ctx.deps, ctx.staff, input)),

  mailClientLink: staffProcedure('clients:manage', 'sensitive')
    .meta({
      rest: route(
        'POST /admin/client-users/:id/mailed-links',
        'Mail someone of a client a link that signs them in',
        {
          params: { id: 'userId' },

          description: 'Its address is in the mail alone. A person gets 5 an hour, an organisation 30.',
          errors: ['NOT_FOUND'],
        },
      ),
    })
    .input(clients.createClientLinkInput)
    .output(clients.clientDetail)
    .mutation(({ ctx, input }) => clientLinks.mailClientLink(ctx.deps, ctx.staff, input)),

  revokeClientLink: staffProcedure('clients:manage', 'routine')
    .meta({
      rest: route('DELETE /admin/client-links/:id', 'Revoke a link, and end the sessions that it opened', {
        errors: ['ALREADY_DECIDED'],
      }),
    })
    .input(clients.clientIdInput)
    .output(clients.clientDetail)
    .mutation(({ ctx, input }) => clientLinks.revokeClientLink(ctx.deps, ctx.staff, input)),
}

/** Part of `admin`: organisations that commission surveys. */
export const clientProcedures = {
  listClients: staffProcedure('clients:manage')
    .meta({ rest: route('GET /admin/clients', 'Organisations that commission surveys') })
    .input(clients.listClientsInput)
    .output(z.array(clients.client))
    .query(({ ctx, input }) => listClients(ctx.deps.db, input)),

  getClient: staffProcedure('clients:manage')
    .meta({ rest: route('GET /admin/clients/:id', 'A client with its people, links and surveys') })
    .input(clients.clientIdInput)
    .output(clients.clientDetail)
    .query(({ ctx, input }) => clientLinks.getClient(ctx.deps.db, input.id)),

  createClient: staffProcedure('clients:manage', 'sensitive')
    .meta({ rest: route('POST /admin/clients', 'Add a client', { status: 201 }) })
    .input(clients.createClientInput)
    .output(clients.clientDetail)
    .mutation(({ ctx, input }) => clientLinks.createClient(ctx.deps, ctx.staff, input)),

  ...clientPeopleProcedures,

  assignClientSurvey: staffProcedure('clients:manage', 'sensitive')
    .meta({
      rest: route('POST /admin/clients/:id/surveys', 'Say which client commissioned a survey', {
        params: { id: 'clientId' },

        description: 'From then on its people see it. There is no way back.',
        errors: ['NOT_FOUND'],
      }),
    })
    .input(clients.assignClientSurveyInput)
    .output(clients.clientDetail)
    .mutation(({ ctx, input }) => commissionedSurveys.assignClientSurvey(ctx.deps, ctx.staff, input)),

  listClientComments: staffProcedure('clients:manage')
    .meta({
      rest: route(
        'GET /admin/client-surveys/:id/comments',
        'What a client and our team wrote about a survey, newest first',
        {
          params: { id: 'surveyId' },

          errors: ['SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(listCommentsInput)
    .output(z.array(clientComment))
    .query(({ ctx, input }) => commissionedSurveys.listThread(ctx.deps, input)),

  answerClient: staffProcedure('clients:manage', 'routine')
    .meta({
      rest: route('POST /admin/client-surveys/:id/comments', 'Answer a client in the thread of a survey', {
        params: { id: 'surveyId' },

        status: 201,
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(writeCommentInput)
    .output(clientComment)
    .mutation(({ ctx, input }) => commissionedSurveys.answerClient(ctx.deps, ctx.staff, input)),

  openClientOrder: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/client-surveys/:id/order', "Open the order of a client's survey", {
        params: { id: 'surveyId' },

        description:
          'A price for each accepted complete, which never changes. Waits for a second person where company changes need two.',
        status: 201,
        errors: ['ALREADY_DECIDED', 'APPROVAL_PENDING', 'NOT_FOUND'],
      }),
    })
    .input(clientQuotes.openClientOrderInput)
    .output(clients.clientOrder)
    .mutation(({ ctx, input }) => budget.openClientOrder(ctx.deps, ctx.staff, input)),

  bookClientReceipt: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/clients/:id/receipts', 'Book a prepayment of a client', {
        params: { id: 'clientId' },

        description: 'In cents of KES. Waits for a second person where company changes need two.',
        status: 201,
        errors: ['APPROVAL_PENDING', 'NOT_FOUND'],
      }),
    })
    .input(clientQuotes.bookClientReceiptInput)
    .output(clientQuotes.clientReceipt)
    .mutation(({ ctx, input }) => budget.bookClientReceipt(ctx.deps, ctx.staff, input)),

  returnClientMoney: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/clients/:id/returns', 'Book money that was returned to a client', {
        params: { id: 'clientId' },

        description: 'Waits for a second person. At most what is neither used nor reserved.',
        status: 201,
        errors: ['APPROVAL_PENDING', 'NOT_FOUND'],
      }),
    })
    .input(clientQuotes.returnClientMoneyInput)
    .output(clientQuotes.clientReceipt)
    .mutation(({ ctx, input }) => budget.returnClientMoney(ctx.deps, ctx.staff, input)),

  getClientStatement: staffProcedure('clients:manage')
    .meta({
      rest: route('GET /admin/clients/:id/statement', 'What a client prepaid and used, day by day', {
        params: { id: 'clientId' },

        description: 'In cents of KES.',
        errors: ['NOT_FOUND'],
      }),
    })
    .input(clientQuotes.staffStatementInput)
    .output(clientQuotes.clientStatement)
    .query(({ ctx, input }) => budget.getClientStatement(ctx.deps, input)),
}
