import { type FieldProblems, problem } from '@chuma/contract/problems'
import type { CreateSurveyInput } from '@chuma/contract/surveys/survey-offers'
import type { Db } from '@chuma/db/client'
import { findPartner } from '@chuma/db/queries/partners/partners'
import type { StoredOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError } from '../../app-error.ts'

const toDate = (text: string | null) => (text === null ? null : new Date(text))

/** Nothing and an empty list are one: the questions are built from the category. */
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

/** What each field of an offer was, in the words of its form. */
export function toOfferInput(offer: StoredOffer): CreateSurveyInput {
  const { rewardUsd: reward, durationMinutes: duration, category, questions, ...rest } = offer
  return {
    title: rest.title,
    description: rest.description,
    reward,
    duration,
    // The schema has let nothing else in; what is older is kept as it is.
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
  }
}

/**
 * What only the whole offer can say.
 * @throws AppError INVALID_INPUT: a partner's survey without his address, an end before the beginning, no such partner
 */
export async function requireWholeOffer(db: Db, offer: StoredOffer): Promise<void> {
  const { kind, externalUrl, startsAt, endsAt, partnerId } = offer
  const fields: FieldProblems = {}
  if (kind === 'external' && externalUrl === null) fields.externalUrl = [problem('REQUIRED')]
  if (startsAt && endsAt && endsAt <= startsAt) fields.endsAt = [problem('END_BEFORE_START')]
  if (partnerId !== null && !(await findPartner(db, partnerId)))
    fields.partnerId = [problem('PARTNER_UNKNOWN')]
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}
