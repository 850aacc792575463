import { type FieldProblems, problem } from '@chuma/contract/problems'
import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import {
  type CreateSurveyInput,
  type ListOffersInput,
  MAX_OFFER_ROWS,
  OFFER_COLUMNS,
  type SurveySummary,
} from '@chuma/contract/surveys/survey-offers'
import { toCsv } from '@chuma/contract/to-csv'
import type { Db } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { findPartner } from '@chuma/db/queries/partners/partners'
import {
  getOfferTotals,
  listOffers,
  listStoredOffers,
  lockOffer,
  retireOffer,
  type StoredOffer,
} from '@chuma/db/queries/surveys/survey-offers'
import { AppError, orRefuse } from '../../app-error.ts'
import { outdateWaiting } from '../../approvals/transitions.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { notice } from '../../notice.ts'

/**
 * Remove a survey from every list. Members' clicks, attempts and points stay, and started attempts can be completed.
 * @throws AppError SURVEY_NOT_FOUND, also if it is deleted already
 */
export function deleteSurvey(deps: Deps, staff: StaffActor, { id }: { id: string }) {
  return deps.db.transaction().execute(async (trx) => {
    const before = orRefuse(await lockOffer(trx, id), 'SURVEY_NOT_FOUND')
    await retireOffer(trx, id)
    const subject = `survey:${id}`
    const kinds = ['update-survey', 'save-eligibility'] as const
    await outdateWaiting(trx, { subject, kinds, by: 'staff', actor: staff.name })
    await recordAct(trx, staff, { action: 'delete-survey', subject, before: toOfferInput(before) })
    return { message: notice('OFFER_DELETED') }
  })
}

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
    series: rest.series,
    isActive: rest.isActive,
    kind: rest.kind,
    questions,
    partnerId: rest.partnerId,
    quota: rest.quota,
    startsAt: rest.startsAt?.toISOString() ?? null,
    endsAt: rest.endsAt?.toISOString() ?? null,
    screenOutPoints: rest.screenOutPoints,
    answerQuality: rest.answerQuality,
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

/** Export the newest surveys as CSV for `importSurveys`, as many as it accepts. */
export async function exportSurveys({ db }: Pick<Deps, 'db'>): Promise<string> {
  const rows = await listStoredOffers(db, MAX_OFFER_ROWS)
  return toCsv(
    OFFER_COLUMNS,
    rows.map((row) => [
      row.surveyId,
      row.version,
      row.title,
      row.description,
      row.rewardUsd.toFixed(2),
      row.durationMinutes,
      row.category,
      row.country,
      row.externalUrl,
      row.adminNotes,
      row.isActive ? 'yes' : 'no',
      row.kind,
      row.questions && JSON.stringify(row.questions),
      row.partnerId,
      row.quota,
      row.startsAt,
      row.endsAt,
      row.screenOutPoints,
      row.series,
    ]),
  )
}

/** List surveys that match a filter, each with its results and the points of a member who starts it now. */
export async function listAllOffers(deps: Deps, input: ListOffersInput) {
  const [{ pointsPerUsd }, rows] = await Promise.all([deps.economy(), listOffers(deps.db, input)])
  return rows.map((row) => ({ ...row, rewardPoints: rewardPoints(row.reward, pointsPerUsd) }))
}

/** Summarise all surveys except deleted ones in four figures, with the rate of their payouts. */
export async function getSurveySummary(deps: Deps): Promise<SurveySummary> {
  const [{ pointsPerUsd }, totals] = await Promise.all([deps.economy(), getOfferTotals(deps.db)])
  return { ...totals, pointsPerUsd }
}
