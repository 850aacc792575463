import * as clientQuotes from '@chuma/contract/clients/client-quotes'
import { mySurveyInput } from '@chuma/contract/clients/client-surveys'
import { decideClientDispute, disputeRespondent, listMyDisputes } from '@chuma/core/clients/disputes'
import { route } from '../../meta.ts'
import { clientProcedure, staffProcedure } from '../../trpc.ts'

/** Part of `admin`: respondents that clients dispute. */
export const clientDisputeProcedures = {
  decideClientDispute: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route(
        'POST /admin/client-disputes/:id/decide',
        'Decide about a respondent that a client disputes',
        {
          description:
            'What is credited goes back to the budget and leaves the file. The member keeps their points, unless the answers are rejected as well. A credit waits for a second person where company changes need two, or above the limit of a day.',
          errors: ['ALREADY_DECIDED', 'APPROVAL_PENDING', 'FORBIDDEN', 'NOT_FOUND'],
        },
      ),
    })
    .input(clientQuotes.decideClientDisputeInput)
    .output(clientQuotes.staffDispute)
    .mutation(({ ctx, input }) => decideClientDispute(ctx.deps, ctx.staff, input)),
}

/** Part of `client`: respondents that my organisation disputes. */
export const myDisputeProcedures = {
  listDisputes: clientProcedure
    .meta({
      rest: route(
        'GET /client/surveys/:id/disputes',
        'The respondents of a survey of mine that we disputed, newest first',
        {
          errors: ['SURVEY_NOT_FOUND'],
        },
      ),
    })
    .input(mySurveyInput)
    .output(clientQuotes.myDisputes)
    .query(({ ctx, input }) => listMyDisputes(ctx.deps, ctx.client, input)),

  disputeRespondent: clientProcedure
    .meta({
      rest: route('POST /client/surveys/:id/disputes', 'Dispute a respondent of a survey of mine', {
        params: { id: 'surveyId' },

        description:
          'By the pseudonym in the file. A tenth of the accepted answers can be disputed, and three in any case. Not by a link to one survey.',
        status: 201,
        errors: ['DISPUTE_LIMIT', 'FORBIDDEN', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(clientQuotes.disputeRespondentInput)
    .output(clientQuotes.myDisputes)
    .mutation(({ ctx, input }) => disputeRespondent(ctx.deps, ctx.client, input)),
}
