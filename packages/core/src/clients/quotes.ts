import type { Economy } from '@chuma/contract/admin/economy/economy'
import type {
  AcceptQuoteInput,
  CreateClientQuoteInput,
  clientQuote,
  myQuote,
} from '@chuma/contract/clients/client-quotes'
import { priceQuote } from '@chuma/contract/clients/quote-price'
import type { Answer } from '@chuma/contract/fields'
import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type { Db } from '@chuma/db/client'
import { insertAuditEntry, recordAct } from '@chuma/db/queries/admin/audit'
import { lockClientAccount } from '@chuma/db/queries/clients/client-budget'
import {
  findQuoteBasis,
  findQuoteOwner,
  getClientQuote,
  insertQuote,
  listSurveyQuotes,
  markQuoteAccepted,
  markQuoteWithdrawn,
} from '@chuma/db/queries/clients/client-quotes'
import { findClientSurvey } from '@chuma/db/queries/clients/client-surveys'
import { AppError, orRefuse } from '../app-error.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { openOrder } from './budget.ts'
import { type ClientActor, requireWholeClient } from './sessions/client-sessions.ts'
import { requireOwnSurvey } from './surveys/commissioned-surveys.ts'

type Quote = Answer<typeof clientQuote>

/**
 * For finance and owners: quote a price for a survey of a client. It replaces earlier quotes, keeps its figures, and opens the order once
 * the client accepts it: where company changes need two people, a second one approves it now, at the figures of now.
 * @throws AppError NOT_FOUND for a survey without a client, ALREADY_DECIDED for one with an order, APPROVAL_PENDING
 */
export function createClientQuote(deps: Deps, staff: StaffActor, input: CreateClientQuoteInput) {
  const { surveyId } = input
  return orAskAnother(deps, staff, async (deps) => {
    const terms = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      const survey = orRefuse(await findClientSurvey(trx, surveyId), 'NOT_FOUND')
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
      await recordAct(trx, staff, {
        action: 'client.quote-made',
        subject: `survey:${surveyId}`,
        after: { organisationId, quoteId, version, ...figures, days, ...acts },
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
    const quote = orRefuse(await findQuoteOwner(trx, quoteId), 'NOT_FOUND')
    await lockClientAccount(trx, quote.organisationId)
    if (!(await markQuoteWithdrawn(trx, { quoteId, by: staff.name }))) throw new AppError('QUOTE_STATE')
    await recordAct(trx, staff, {
      action: 'client.quote-withdrawn',
      subject: `survey:${quote.surveyId}`,
      after: { organisationId: quote.organisationId, quoteId, version: quote.version },
    })
    return getClientQuote(trx, quoteId)
  })
}

type Terms = Pick<
  Economy,
  'kesPerPoint' | 'pointsPerUsd' | 'quoteMarginPercent' | 'quoteSetupKes' | 'quoteMinuteKes'
>

/**
 * Calculate what a survey would cost its client, with everything that the price is made of. Nothing is stored.
 * @throws AppError NOT_FOUND for a survey without a client
 */
export async function previewClientQuote(deps: Pick<Deps, 'db' | 'economy'>, input: CreateClientQuoteInput) {
  const { figures } = await readFigures(deps.db, await deps.economy(), input)
  return figures
}

/** The figures of a quote at the terms of now, whose survey it is, and the newest version of its quotes. */
async function readFigures(
  db: Db,
  terms: Terms,
  { surveyId, completes, incidencePercent }: CreateClientQuoteInput,
) {
  const basis = orRefuse(await findQuoteBasis(db, surveyId), 'NOT_FOUND')
  const { organisationId, version, isOrdered, measuredSeconds, statedMinutes } = basis
  const points = rewardPoints(basis.rewardUsd, terms.pointsPerUsd)
  const centsPerPoint = terms.kesPerPoint * 100
  const parts = {
    completes,
    incidencePercent,
    minutes: measuredSeconds === null ? statedMinutes : Math.max(1, Math.ceil(measuredSeconds / 60)),
    isMeasured: measuredSeconds !== null,
    rewardCents: points * centsPerPoint,
    // As an attempt promises it.
    screenOutCents: Math.min(basis.screenOutPoints, points) * centsPerPoint,
    minuteCents: terms.quoteMinuteKes * 100,
    marginPercent: terms.quoteMarginPercent,
    setupCents: terms.quoteSetupKes * 100,
  }
  return { organisationId, version, isOrdered, figures: { ...parts, ...priceQuote(parts) } }
}

type Quotes = Answer<typeof myQuote>[]

/** List the quotes of a survey, newest first. @throws AppError SURVEY_NOT_FOUND */
export async function listMyQuotes({ db }: Pick<Deps, 'db'>, client: ClientActor, { id }: { id: string }) {
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
    const quote = orRefuse(await markQuoteAccepted(trx, { surveyId, version, userId }), 'QUOTE_STATE')
    const { quoteId, priceCents, totalCents, approvedBy } = quote
    const order = { surveyId, organisationId, priceCents, openedBy: audited, approvedBy }
    const orderId = await openOrder(trx, order)
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
