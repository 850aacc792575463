import { type FieldProblems, problem } from '@chuma/contract/problems'
import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { CreateSurveyInput } from '@chuma/contract/surveys/survey-offers'
import type { Db } from '@chuma/db/client'
import { findPartner } from '@chuma/db/queries/partners/partners'
import type { StoredOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError } from '../../app-error.ts'

const toDate = (text: string | null) => (text === null ? null : new Date(text))

/** An empty list means null: the questions are built from the category. */
const toQuestions = (questions: CreateSurveyInput['questions']) =>
  questions && questions.length > 0 ? questions : null

export function toStoredOffer({ reward, duration, ...input }: CreateSurveyInput): StoredOffer {
  return {
    ...input,
    rewardUsd: reward,
    durationMinutes: duration,
    externalUrl: input.externalUrl || null,
    questions: toQuestions(input.questions),
    startsAt: toDate(input.startsAt),
    endsAt: toDate(input.endsAt),
  }
}

/** Turn a stored survey into its form's values. */
export function toOfferInput(offer: StoredOffer): CreateSurveyInput {
  const { rewardUsd: reward, durationMinutes: duration, category, questions, ...rest } = offer
  return {
    title: rest.title,
    description: rest.description,
    reward,
    duration,
    // The schema allows nothing else; older values are kept.
    category: category as CreateSurveyInput['category'],
    country: rest.country,
    externalUrl: rest.externalUrl ?? '',
    adminNotes: rest.adminNotes,
    isActive: rest.isActive,
    kind: rest.kind,
    questions,
    partnerId: rest.partnerId,
    quota: rest.quota,
    startsAt: rest.startsAt?.toISOString() ?? null,
    endsAt: rest.endsAt?.toISOString() ?? null,
    screenOutPoints: rest.screenOutPoints,
  }
}

/**
 * Validate rules that need the whole survey.
 * @throws AppError INVALID_INPUT: a partner's survey without an address, an end before the start, an unknown partner, a
 * screen-out reward above the reward
 */
export async function requireWholeOffer(db: Db, offer: StoredOffer, pointsPerUsd: number): Promise<void> {
  const { kind, externalUrl, startsAt, endsAt, partnerId, screenOutPoints } = offer
  const fields: FieldProblems = {}
  if (kind === 'external' && externalUrl === null) fields.externalUrl = [problem('REQUIRED')]
  if (startsAt && endsAt && endsAt <= startsAt) fields.endsAt = [problem('END_BEFORE_START')]
  // Being turned away must not pay better than the survey, and only our own questions turn away for points.
  const max = kind === 'questions' ? rewardPoints(offer.rewardUsd, pointsPerUsd) : 0
  if (screenOutPoints > max) fields.screenOutPoints = [problem('TOO_BIG', { max })]
  if (partnerId !== null && !(await findPartner(db, partnerId)))
    fields.partnerId = [problem('PARTNER_UNKNOWN')]
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}
