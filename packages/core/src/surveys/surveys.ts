import { type Answer, FIRST_PAGE, type Page } from '@chuma/contract/fields'
import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type {
  AttemptStatus,
  ReadSurveyInput,
  Survey,
  SurveyDetail,
  startedSurvey,
} from '@chuma/contract/surveys/surveys'
import type { Db, Trx } from '@chuma/db/client'
import { takeClientPlace } from '@chuma/db/queries/clients/client-budget'
import { findNextSurvey, findSurvey } from '@chuma/db/queries/surveys/catalogue'
import { settlePlaces } from '@chuma/db/queries/surveys/quotas'
import {
  expireAttempts,
  findPlacesToTake,
  insertAttemptIfNone,
  lockAttempt,
  markInProgress,
} from '@chuma/db/queries/surveys/survey-attempts'
import { countPlaces } from '@chuma/db/queries/surveys/survey-offers'
import { takeSurveyPlace, touchSurveys } from '@chuma/db/queries/surveys/surveys'
import { wasPaidBefore } from '../account/returning/prints.ts'
import { AppError, orRefuse } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { recordClick } from '../partners/clicks.ts'
import { type Catalogue, chooseOpen, type OpenSurvey, readSurveys } from './catalogue.ts'
import { deviceOf } from './device.ts'
import { requireEligible } from './eligibility.ts'
import { describeFairness, type Measured } from './fairness.ts'
import { countAsked, describeAll, describeProgress, readProgress } from './questionnaire/take-answers.ts'
import { countBuiltQuestions, questionsOf } from './questions.ts'
import { keepPlace, NOTHING_SAID } from './quotas/places.ts'

/**
 * Load a survey with its questions and the saved answers. A started survey doesn't change, and stays available when it is
 * deactivated.
 * @throws AppError SURVEY_NOT_FOUND, also if the member may not start it: another country's, or not active; NOT_ELIGIBLE
 */
export async function getSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId, language = 'en', show = 'all' }: ReadSurveyInput,
): Promise<SurveyDetail> {
  const found = orRefuse(await findSurvey(deps.db, { memberId, surveyId }), 'SURVEY_NOT_FOUND')
  if (found.status === null) await requireEligible(deps.db, { memberId, rule: found.rule })

  const [{ pointsPerUsd, kesPerPoint }, asked, paidBefore] = await Promise.all([
    deps.economy(),
    readAsked(deps.db, { memberId, surveyId, language, show }, found),
    wasPaidBefore(deps.db, deps, { memberId, surveyId }),
    touchSurveys(deps.db, memberId, surveyId),
  ])
  return {
    ...describeSurvey(found, { ...found, questionCount: asked.questionCount, pointsPerUsd, kesPerPoint }),
    ...(paidBefore && { paidBefore }),
    ...asked,
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findSurvey>>>
type Asked = Pick<
  SurveyDetail,
  'questions' | 'answers' | 'sections' | 'version' | 'languages' | 'questionCount'
>

/** What a survey asks, as far as the answers lead to it or may still lead to it. A plain list has one language and no versions. */
async function readAsked(
  db: Db,
  { language, show, ...ref }: { memberId: string; surveyId: string; language: string; show: 'all' | 'asked' },
  found: Found,
): Promise<Asked> {
  const { questionnaireVersion: version } = found
  const progress = await readProgress(db, {
    ...ref,
    questionnaireVersion: version,
    questions: questionsOf(found),
    status: found.status,
  })
  const followed = progress.follow(progress.saved)
  const described =
    show === 'all' ? describeAll(progress, followed, language) : describeProgress(followed, language)
  const questionCount = countAsked(followed)
  const { questions, answers } = described
  if (version === null) return { questions, answers, questionCount }
  return { ...described, questionCount, version, languages: progress.questionnaire.languages }
}

type Described = 'rewardPoints' | 'screenOutPoints' | 'estimatedTime' | 'questionCount' | 'fairness'
type SurveyRow = Omit<Survey, Described | 'status'> & Measured
type Terms = {
  status: AttemptStatus | null
  promisedPoints: number | null
  screenOutPoints: number
  questionCount: number
  pointsPerUsd: number
  kesPerPoint: number
}

/** Describe a survey for a member: with the points promised at the start, or else today's. */
function describeSurvey(row: SurveyRow, terms: Terms): Survey {
  const points = terms.promisedPoints ?? rewardPoints(row.reward, terms.pointsPerUsd)
  // Field by field: for hundreds of surveys a copy by rest and spread takes several times as long.
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    reward: row.reward,
    rewardPoints: points,
    ...(terms.screenOutPoints > 0 && { screenOutPoints: terms.screenOutPoints }),
    duration: row.duration,
    // What is promised for a screen-out never exceeds the reward.
    fairness: describeFairness(row, {
      points,
      screenOutPoints: Math.min(terms.screenOutPoints, points),
      kesPerPoint: terms.kesPerPoint,
    }),
    category: row.category,
    country: row.country,
    rating: row.rating,
    ratingCount: row.ratingCount,
    estimatedTime: `${row.duration} min`,
    questionCount: terms.questionCount,
    isActive: row.isActive,
    kind: row.kind,
    status: terms.status,
  }
}

type From = { address: string | null; userAgent: string | null }
type Start = { surveyId: string; from?: From }

/**
 * Start a survey and promise its reward. Starting again returns the existing attempt. A partner's survey comes with the
 * address to open, and each start is a separate click: a lost tab can be opened again, and both clicks are credited to
 * the same attempt.
 * @throws AppError SURVEY_NOT_FOUND, SURVEY_FULL, NOT_ELIGIBLE
 */
export async function startSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId, from = { address: null, userAgent: null } }: Start,
): Promise<Answer<typeof startedSurvey>> {
  const { pointsPerUsd } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const opened = await startAttempt(trx, { memberId, surveyId, pointsPerUsd, userAgent: from.userAgent })
    const { id, status, title, reward, createdAt, kind, screenOutReason } = opened
    const attempt = { id, surveyId, status, title, reward, createdAt, kind, screenOutReason }
    if (kind !== 'external' || !isUnfinished(opened)) return attempt
    const externalUrl = await leaveForPartner(trx, opened, { memberId, ...from })
    return { ...attempt, status: 'in_progress' as const, ...(externalUrl ? { externalUrl } : {}) }
  })
}

async function leaveForPartner(trx: Trx, attempt: OpenedAttempt, member: From & { memberId: string }) {
  const { surveyId, title, reward: points, partnerId, externalUrl } = attempt
  if (!externalUrl) return undefined
  if (attempt.status === 'started') await markInProgress(trx, { memberId: member.memberId, surveyId })
  const target = { kind: 'survey' as const, id: surveyId, partnerId, points, title, url: externalUrl }
  const { url } = await recordClick(trx, member, target)
  return url
}

/** `userAgent`: of the call, which says what a new attempt is started on. */
type AttemptRef = {
  memberId: string
  surveyId: string
  pointsPerUsd: number
  userAgent?: string | null | undefined
}

/**
 * Lock the member's attempt at a survey, starting it if there is none: two tabs or a double click share one. Questions,
 * the version of a questionnaire and rewards are fixed here and don't follow later changes. `isNew`: this call started it. `pointsPerUsd` is read before the transaction, which must
 * not wait for a second connection.
 */
export async function openAttempt(trx: Trx, ref: AttemptRef) {
  const begun = await lockAttempt(trx, ref)
  return begun ? { ...begun, isNew: false } : startAttempt(trx, ref)
}

/** The same, with one query less if there is no attempt yet. */
async function startAttempt(trx: Trx, { memberId, surveyId, pointsPerUsd, userAgent = null }: AttemptRef) {
  const lockBegun = async () => {
    const attempt = await lockAttempt(trx, { memberId, surveyId })
    if (!attempt) throw new Error(`attempt of ${memberId} at ${surveyId} vanished`)
    return attempt
  }
  const survey = orRefuse(await findSurvey(trx, { memberId, surveyId }), 'SURVEY_NOT_FOUND')
  if (survey.status !== null) return { ...(await lockBegun()), isNew: false }
  await requireEligible(trx, { memberId, rule: survey.rule })
  if (survey.isLimited && !(await takeSurveyPlace(trx, surveyId))) throw new AppError('SURVEY_FULL')
  const { title, kind, externalUrl, partnerId, questionnaireVersion } = survey
  const reward = rewardPoints(survey.reward, pointsPerUsd)
  const promised = {
    surveyId,
    // The rate may have fallen since staff said what a screen-out pays.
    screenOutPoints: Math.min(survey.screenOutPoints, reward),
    questionnaireVersion,
    device: deviceOf(userAgent),
    questions: questionnaireVersion === null ? questionsOf(survey) : [],
    // What members answer elsewhere is under way as soon as they leave.
    status: kind === 'external' ? ('in_progress' as const) : ('started' as const),
  }
  const inserted = await insertAttemptIfNone(trx, { ...promised, memberId, rewardPoints: reward })
  const { hasQuotas, hasOrder } = await findPlacesToTake(trx, surveyId)
  const closed = hasQuotas && (await keepPlace(trx, { memberId, surveyId }, NOTHING_SAID))
  if (closed) throw new AppError(closed === 'lacks-profile' ? 'PROFILE_NEEDED' : 'QUOTA_FULL')
  // Of two tabs at once only one has inserted the attempt. Those who have begun are paid whatever is left.
  if (hasOrder && !(await takeClientPlace(trx, { memberId, surveyId }))) throw new AppError('SURVEY_FULL')
  if (inserted) {
    const begun = {
      screenOutReason: null,
      openForSeconds: 0,
      hasQuotas,
      hasClientPlace: hasOrder,
      isNew: true,
    }
    return { ...inserted, ...promised, reward, title, kind, externalUrl, partnerId, ...begun }
  }
  return { ...(await lockBegun()), isNew: true }
}

export type OpenedAttempt = Awaited<ReturnType<typeof openAttempt>>

/**
 * List active surveys for the member's country or all countries that they can still complete and that are for them, newest first. The time
 * of answers that are sent without a start counts from this list, so sending it is recorded.
 */
export async function listSurveys(deps: Deps, member: SignedInMember, { after, limit }: Page = FIRST_PAGE) {
  const [{ catalogue, surveys }, rates] = await Promise.all([readSurveys(deps, member), deps.economy()])
  if (!surveys.wasSentToday) await touchSurveys(deps.db, member.memberId)
  const offered = await listAfter(deps.db, catalogue, after)
  return chooseOpen(offered, surveys, limit).map((open) => describeOpen(open, rates))
}

async function listAfter(db: Db, { surveys }: Catalogue, after: string | undefined) {
  if (after === undefined) return surveys
  const place = surveys.findIndex(({ id }) => id === after)
  if (place >= 0) return surveys.slice(place + 1)
  // It was closed since the member read the page before.
  const next = await findNextSurvey(db, after)
  const nextPlace = surveys.findIndex(({ id }) => id === next)
  return nextPlace >= 0 ? surveys.slice(nextPlace) : []
}

type Rates = { pointsPerUsd: number; kesPerPoint: number }

function describeOpen({ survey, begun }: OpenSurvey, { pointsPerUsd, kesPerPoint }: Rates): Survey {
  const questionCount = begun?.questionCount ?? survey.questionCount ?? countBuiltQuestions(survey.category)
  return describeSurvey(survey, {
    status: begun?.status ?? null,
    promisedPoints: begun?.promisedPoints ?? null,
    screenOutPoints: begun?.screenOutPoints ?? survey.screenOutPoints,
    questionCount: survey.kind === 'questions' ? questionCount : 0,
    pointsPerUsd,
    kesPerPoint,
  })
}

/** Describe what a member gets who was screened out by our own questions: once, whatever else pays for the survey. */
export function screenOutReward(promised: Promised) {
  return {
    ...surveyReward(promised),
    sourceKey: `survey-screen-out:${promised.surveyId}`,
    description: `Screened out: ${promised.title}`,
  }
}

type Promised = { memberId: string; surveyId: string; title: string; points: number }

/** Describe the reward of a survey. Its source key prevents a second credit on any path; a repeat returns the first posting. */
export function surveyReward({ memberId, surveyId, title, points }: Promised) {
  return {
    memberId,
    kind: 'survey' as const,
    points,
    sourceKey: `survey:${surveyId}`,
    description: `Survey: ${title}`,
    subjectId: surveyId,
  }
}

/** Require an open attempt: the answers of an ended survey are evidence of its payment and never change. */
export function requireUnfinished(attempt: { status: AttemptStatus }): void {
  if (!isUnfinished(attempt)) throw new AppError('SURVEY_FINISHED')
}

const isUnfinished = ({ status }: { status: AttemptStatus }) =>
  status === 'started' || status === 'in_progress'

/** Job: end attempts that nobody will finish, which frees their places in surveys with a quota. Returns their number. */
export async function expireSurveys(deps: Deps): Promise<number> {
  const { surveyExpiryDays } = await deps.economy()
  const expired = await deps.db.transaction().execute(async (trx) => {
    const attempts = await expireAttempts(trx, surveyExpiryDays)
    for (const { hasPlace, ...ref } of attempts) if (hasPlace) await settlePlaces(trx, ref)
    return attempts.length
  })
  await countPlaces(deps.db)
  return expired
}
