import * as clientQuotes from '@chuma/contract/clients/client-quotes'
import { mySurveyInput } from '@chuma/contract/clients/client-surveys'
import * as quotes from '@chuma/core/clients/quotes'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { clientProcedure, staffProcedure } from '../../trpc.ts'

/** Part of `admin`: what clients are offered. */
export const clientQuoteProcedures = {
  previewClientQuote: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/client-surveys/:id/quote-preview',
        'What a survey would cost its client, with everything the price is made of',
        {
          params: { id: 'surveyId' },

          description: 'In cents of KES. Nothing is stored.',
          errors: ['NOT_FOUND'],
        },
      ),
    })
    .input(clientQuotes.previewClientQuoteInput)
    .output(clientQuotes.quoteFigures)
    .query(({ ctx, input }) => quotes.previewClientQuote(ctx.deps, input)),

  createClientQuote: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/client-surveys/:id/quotes', 'Quote a client a price for their survey', {
        params: { id: 'surveyId' },

        description:
          'It replaces earlier quotes. The order opens when the client accepts it. Waits for a second person where company changes need two.',
        status: 201,
        errors: ['ALREADY_DECIDED', 'APPROVAL_PENDING', 'NOT_FOUND'],
      }),
    })
    .input(clientQuotes.createClientQuoteInput)
    .output(clientQuotes.clientQuote)
    .mutation(({ ctx, input }) => quotes.createClientQuote(ctx.deps, ctx.staff, input)),

  withdrawClientQuote: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('DELETE /admin/client-quotes/:id', 'Withdraw a quote that the client has not accepted', {
        errors: ['NOT_FOUND', 'QUOTE_STATE'],
      }),
    })
    .input(clientQuotes.clientQuoteIdInput)
    .output(clientQuotes.clientQuote)
    .mutation(({ ctx, input }) => quotes.withdrawClientQuote(ctx.deps, ctx.staff, input)),
}

/** Part of `client`: what my organisation was offered. */
export const myQuoteProcedures = {
  listQuotes: clientProcedure
    .meta({
      rest: route(
        'GET /client/surveys/:id/quotes',
        'The prices that were quoted for a survey of mine, newest first',
        {
          description: 'In cents of KES.',
          errors: ['SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(mySurveyInput)
    .output(z.array(clientQuotes.myQuote))
    .query(({ ctx, input }) => quotes.listMyQuotes(ctx.deps, ctx.client, input)),

  acceptQuote: clientProcedure
    .meta({
      rest: route('POST /client/surveys/:id/accepted-quote', 'Accept the newest quote for a survey of mine', {
        params: { id: 'surveyId' },

        description:
          'From then on each accepted answer is charged at its price. Not by a link to one survey.',
        errors: ['FORBIDDEN', 'QUOTE_STATE', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(clientQuotes.acceptQuoteInput)
    .output(z.array(clientQuotes.myQuote))
    .mutation(({ ctx, input }) => quotes.acceptMyQuote(ctx.deps, ctx.client, input)),
}
