import type { CreateClientQuoteInput, clientQuote } from '@chuma/contract/clients/client-quotes'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockClientAccount } from '@chuma/db/queries/clients/client-budget'
import {
  findQuoteOwner,
  getClientQuote,
  insertQuote,
  markQuoteWithdrawn,
} from '@chuma/db/queries/clients/client-quotes'
import { findClientSurvey } from '@chuma/db/queries/clients/client-surveys'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { readFigures } from './quote-figures.ts'

type Quote = Answer<typeof clientQuote>

/**
 * For finance and owners: quote a price for a survey of a client. It replaces earlier quotes, keeps its figures, and opens the order once
 * the client accepts it: where company changes need two people, a second one approves it now, at the figures of now.
 * @throws AppError NOT_FOUND for a survey without a client, ALREADY_DECIDED for one with an order, APPROVAL_PENDING
 */
export function createClientQuote(
  deps: Deps,
  staff: StaffActor,
  input: CreateClientQuoteInput,
): Promise<Quote> {
  const { surveyId } = input
  return orAskAnother(deps, staff, async (deps) => {
    const terms = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      const survey = await findClientSurvey(trx, surveyId)
      if (!survey) throw new AppError('NOT_FOUND')
      // Versions are made, accepted and withdrawn one after another.
      await lockClientAccount(trx, survey.organisationId)
      const { organisationId, version: before, isOrdered, figures } = await readFigures(trx, terms, input)
      if (isOrdered) throw new AppError('ALREADY_DECIDED')
      const days = terms.quoteValidDays
      const acts = await passApproval(
        trx,
        {
          kind: 'create-client-quote',
          subject: `survey:${surveyId}`,
          payload: input,
          // The request is outdated when any of its figures changes.
          before: { version: before, ...figures, days },
          after: { version: before + 1, priceCents: figures.priceCents, totalCents: figures.totalCents },
          amountKes: Math.round(figures.totalCents / 100),
          reason: null,
        },
        { staff, isAboveLimit: async () => staff.name !== 'system' && terms.companyChangesNeedTwo },
      )
      const version = before + 1
      const by = { createdBy: staff.name, approvedBy: acts.approvedBy ?? null }
      const quoteId = await insertQuote(trx, { organisationId, surveyId, version, ...figures, ...by, days })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'client.quote-made',
        subject: `survey:${surveyId}`,
        after: { organisationId, quoteId, version, ...figures, days, ...acts },
        address: staff.address,
      })
      return getClientQuote(trx, quoteId)
    })
  })
}

/**
 * For finance and owners: withdraw a quote that nobody accepted. Those before it stay outdated.
 * @throws AppError NOT_FOUND, QUOTE_STATE
 */
export function withdrawClientQuote(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id: quoteId }: { id: string },
): Promise<Quote> {
  return db.transaction().execute(async (trx) => {
    const quote = await findQuoteOwner(trx, quoteId)
    if (!quote) throw new AppError('NOT_FOUND')
    await lockClientAccount(trx, quote.organisationId)
    if (!(await markQuoteWithdrawn(trx, { quoteId, by: staff.name }))) throw new AppError('QUOTE_STATE')
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'client.quote-withdrawn',
      subject: `survey:${quote.surveyId}`,
      after: { organisationId: quote.organisationId, quoteId, version: quote.version },
      address: staff.address,
    })
    return getClientQuote(trx, quoteId)
  })
}
