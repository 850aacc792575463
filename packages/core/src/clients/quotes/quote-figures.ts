import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { CreateClientQuoteInput, QuoteFigures } from '@chuma/contract/clients/client-quotes'
import { priceQuote } from '@chuma/contract/clients/price-quote'
import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { Db } from '@chuma/db/client'
import { findQuoteBasis } from '@chuma/db/queries/clients/client-quotes'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

type Terms = Pick<
  Economy,
  'kesPerPoint' | 'pointsPerUsd' | 'quoteMarginPercent' | 'quoteSetupKes' | 'quoteMinuteKes'
>

/**
 * Calculate what a survey would cost its client, with everything that the price is made of. Nothing is stored.
 * @throws AppError NOT_FOUND for a survey without a client
 */
export async function previewClientQuote(
  deps: Pick<Deps, 'db' | 'economy'>,
  input: CreateClientQuoteInput,
): Promise<QuoteFigures> {
  const { figures } = await readFigures(deps.db, await deps.economy(), input)
  return figures
}

/** The figures of a quote at the terms of now, whose survey it is, and the newest version of its quotes. */
export async function readFigures(
  db: Db,
  terms: Terms,
  { surveyId, completes, incidencePercent }: CreateClientQuoteInput,
) {
  const basis = await findQuoteBasis(db, surveyId)
  if (!basis) throw new AppError('NOT_FOUND')
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
