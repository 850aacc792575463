import type { AcceptQuoteInput, myQuote } from '@chuma/contract/clients/client-quotes'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertOrder, lockClientAccount } from '@chuma/db/queries/clients/client-budget'
import { listSurveyQuotes, markQuoteAccepted } from '@chuma/db/queries/clients/client-quotes'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { type ClientActor, requireWholeClient } from '../sessions/require-client.ts'
import { requireOwnSurvey } from '../surveys/require-own-survey.ts'

type Quotes = Answer<typeof myQuote>[]

/** List the quotes of a survey, newest first. @throws AppError SURVEY_NOT_FOUND */
export async function listMyQuotes(
  { db }: Pick<Deps, 'db'>,
  client: ClientActor,
  { id }: { id: string },
): Promise<Quotes> {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  return listSurveyQuotes(db, surveyId)
}

/**
 * Accept the newest quote of a survey: its order opens at the price that was quoted. A second person approved the quote when it was made.
 * @throws AppError SURVEY_NOT_FOUND; FORBIDDEN by a link to one survey, which may be forwarded; QUOTE_STATE for a quote that is outdated,
 * expired, withdrawn or accepted already
 */
export async function acceptMyQuote(
  { db }: Pick<Deps, 'db'>,
  client: ClientActor,
  { surveyId: id, version }: AcceptQuoteInput,
): Promise<Quotes> {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  requireWholeClient(client)
  const { organisationId, userId, audited, address } = client
  await db.transaction().execute(async (trx) => {
    await lockClientAccount(trx, organisationId)
    const quote = await markQuoteAccepted(trx, { surveyId, version, userId })
    if (!quote) throw new AppError('QUOTE_STATE')
    const { quoteId, priceCents, totalCents, approvedBy } = quote
    const order = { surveyId, organisationId, priceCents, openedBy: audited, approvedBy }
    const orderId = await insertOrder(trx, order)
    // Staff agreed a price in this moment.
    if (!orderId) throw new AppError('QUOTE_STATE')
    await insertAuditEntry(trx, {
      actor: audited,
      action: 'client.quote-accepted',
      subject: `survey:${surveyId}`,
      after: { organisationId, quoteId, version, priceCents, totalCents, orderId },
      address,
    })
  })
  return listSurveyQuotes(db, surveyId)
}
