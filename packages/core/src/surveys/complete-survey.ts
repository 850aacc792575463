import type { Answer } from '@chuma/contract/fields'
import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import type {
  CompleteSurveyInput,
  completedSurvey,
  SaveAnswerInput,
  SurveyQuestion,
} from '@chuma/contract/surveys/surveys'
import type { Trx } from '@chuma/db/client'
import { settlePlaces } from '@chuma/db/queries/surveys/quotas'
import {
  completeAttempt,
  deleteAnswers,
  findAttempt,
  markCompleted,
  rateAttempt,
  upsertAnswers,
} from '@chuma/db/queries/surveys/survey-attempts'
import { findReview, holdForReview } from '@chuma/db/queries/surveys/survey-reviews'
import { lockCompletions } from '@chuma/db/queries/surveys/surveys'
import { bookReward } from '@chuma/db/queries/wallet/wallet'
import { tellOfCompleted } from '@chuma/db/queries/webhooks/webhooks'
import { wasPaidBefore } from '../account/returning/prints.ts'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice, type Unworded } from '../notice.ts'
import { judgeSigns, measureAnswers } from './quality.ts'
import { type Contradicted, type Followed, findContradictions } from './questionnaire/follow.ts'
import { saveToAttempt, sayEnd, screenOut } from './questionnaire/screen-out.ts'
import { describeAsked, readProgress, requireVersion, takeAnswers } from './questionnaire/take-answers.ts'
import { keepPlace, type SaidOfCell, saidBy } from './quotas/places.ts'
import { type OpenedAttempt, openAttempt, requireUnfinished, surveyReward } from './surveys.ts'

/** `userAgent`: of the call, if it starts the survey. */
type Called = { userAgent?: string | null | undefined }

/**
 * Save one answer, so that the member can continue later or elsewhere. Starts the survey if necessary. With a questionnaire,
 * answers what comes next, and ends the survey if the answer screens the member out.
 */
export async function saveAnswer(
  deps: Deps,
  { memberId }: SignedInMember,
  { userAgent, ...input }: SaveAnswerInput & Called,
) {
  const { surveyId } = input
  const { pointsPerUsd, kesPerPoint } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const attempt = await openAttempt(trx, { memberId, surveyId, pointsPerUsd, userAgent })
    requireUnfinished(attempt)
    if (attempt.kind === 'external') throw new AppError('AWAITS_PARTNER')
    requireVersion(attempt, input.version)

    const paying = { trx, secrets: deps.secrets, kesPerPoint }
    const following = await saveToAttempt(paying, { memberId, attempt }, input)
    return { message: notice('ANSWER_SAVED'), ...following }
  })
}

/** Complete an attempt with the saved answers. Another member's attempt is not found, like an unknown one. */
export async function completeUserSurvey(
  deps: Deps,
  member: SignedInMember,
  { id, ...language }: { id: string; language?: string | undefined },
): ReturnType<typeof completeSurvey> {
  const attempt = await findAttempt(deps.db, { memberId: member.memberId, attemptId: id })
  if (!attempt) throw new AppError('SURVEY_NOT_FOUND')
  return completeSurvey(deps, member, { surveyId: attempt.surveyId, answers: {}, ...language })
}

/**
 * Rate a survey that the member has completed, with 1 to 5 stars. Rating again replaces it. Cards show the mean within the hour.
 * @throws AppError SURVEY_NOT_FOUND, also for one that they have not completed
 */
export async function rateSurvey(
  { db }: Pick<Deps, 'db'>,
  { memberId }: SignedInMember,
  { surveyId, rating }: { surveyId: string; rating: number },
) {
  if (!(await rateAttempt(db, { memberId, surveyId }, rating))) throw new AppError('SURVEY_NOT_FOUND')
  return { rating }
}

type Finish = Omit<CompleteSurveyInput, 'surveyId'> & { memberId: string; hours: number; kesPerPoint: number }
type Outcome = Omit<Unworded<Answer<typeof completedSurvey>>, 'earnedAmount'>

/**
 * Complete a survey of our own, or an instant one, and credit the points promised at its start, all or nothing. Answers with
 * severe quality flags earn nothing yet: their reward is held for a review. The
 * given answers replace saved ones. Repeated and concurrent calls get the first answer and credit nothing; their answers
 * are ignored. `completedAt` is stored and decides nothing.
 * With a questionnaire the server decides what was asked: hidden answers are dropped and named in `ignored`, and answers that
 * screen the member out end the survey with the screen-out reward instead.
 * A person who was paid for it with an account that was erased gets no points.
 * @throws AppError AWAITS_PARTNER for a partner's survey, SURVEY_FINISHED for an ended one; INVALID_INPUT with a problem
 * for each missing, invalid or superfluous answer
 */
export async function completeSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId, userAgent, ...input }: CompleteSurveyInput & Called,
): Promise<Unworded<Answer<typeof completedSurvey>>> {
  const [economy, wanted] = await Promise.all([deps.economy(), deps.wantedEvents()])
  const { pointsPerUsd, kesPerPoint, surveyReviewHours: hours } = economy
  return deps.db.transaction().execute(async (trx) => {
    const opened = await openAttempt(trx, { memberId, surveyId, pointsPerUsd, userAgent })
    const paidBefore = await wasPaidBefore(trx, deps, { memberId, surveyId })
    const attempt = paidBefore ? { ...opened, reward: 0 } : opened
    // An attempt that a partner's event or a granted claim paid is completed too; the browser cannot complete it again.
    const isOver = attempt.status === 'completed' && attempt.kind !== 'external'
    const outcome = isOver
      ? await repeatOutcome(trx, attempt, memberId)
      : await finishAttempt({ secrets: deps.secrets, trx }, attempt, {
          ...input,
          memberId,
          hours,
          kesPerPoint,
        })
    const isCompleted = !isOver && outcome.screenedOut === undefined
    if (isCompleted && (attempt.hasQuotas || attempt.hasClientPlace))
      await settlePlaces(trx, { memberId, surveyId })
    if (isCompleted && wanted.has('survey.completed')) await tellOfCompleted(trx, { memberId, surveyId })
    const answer = { ...outcome, earnedAmount: outcome.pointsEarned * kesPerPoint }
    return paidBefore ? { ...answer, paidBefore } : answer
  })
}

/** What the first call answered, or what a review has made of it since. */
async function repeatOutcome(trx: Trx, attempt: OpenedAttempt, memberId: string): Promise<Outcome> {
  const review = await findReview(trx, { memberId, surveyId: attempt.surveyId })
  if (!review || review.state === 'paid' || review.state === 'doubtful') {
    return { ...(await bookReward(trx, rewardFor(attempt, memberId))), message: undefined }
  }
  return describeUnpaid(await lockCompletions(trx, memberId), { ...review, state: review.state })
}

type Unpaid = { state: 'held' | 'rejected' | 'appealed'; points: number; until: Date }

function describeUnpaid(availablePoints: number, { state, points, until }: Unpaid): Outcome {
  const nothing = { pointsEarned: 0, availablePoints, status: state, message: undefined }
  if (state !== 'held') return nothing
  const hours = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 3_600_000))
  const message = notice('ANSWERS_CHECKED', { points, hours })
  return { ...nothing, heldPoints: points, arrivesBy: until, message }
}

/** A partner's survey is completed only by the partner, never by the browser. */
async function finishAttempt(
  { secrets, trx }: Pick<Deps, 'secrets'> & { trx: Trx },
  attempt: OpenedAttempt,
  { memberId, answers, completedAt, hours, kesPerPoint, language, version }: Finish,
): Promise<Outcome> {
  requireUnfinished(attempt)
  if (attempt.kind === 'external') throw new AppError('AWAITS_PARTNER')
  requireVersion(attempt, version)
  const ref = { memberId, surveyId: attempt.surveyId }
  const given = new Map(Object.entries(answers).map(([id, answer]) => [Number(id), answer]))
  const said = await readGivenAnswers(trx, attempt, { memberId, answers: given, language })
  const takesPlace = attempt.hasQuotas && !said.screenedOut
  const closed = takesPlace && (await keepPlace(trx, ref, said.ofCell))
  if (said.screenedOut || closed) {
    await upsertAnswers(trx, ref, said.stored)
    const ending = said.screenedOut ? sayEnd(said.screenedOut, language ?? 'en') : closed || ''
    const { reason, pointsEarned, availablePoints } = await screenOut(
      { secrets, trx, kesPerPoint },
      { memberId, attempt, reason: ending, asked: said.asked },
    )
    return { pointsEarned, availablePoints, message: undefined, screenedOut: { reason } }
  }

  const completion = {
    ...ref,
    claimedCompletedAt: completedAt ? new Date(completedAt) : null,
    ...(attempt.questionnaireVersion !== null && { asked: said.asked }),
  }
  const reward = rewardFor(attempt, memberId)
  if (attempt.kind === 'instant') {
    return { ...(await completeAttempt(trx, { ...completion, flagReasons: [] }, reward)), message: undefined }
  }
  const availablePoints = await lockCompletions(trx, memberId)
  const answered = {
    attempt: { ...attempt, questions: said.asked },
    answers: said.answers,
    contradictions: said.contradictions,
  }
  const { signs, ...measured } = await measureAnswers({ secrets, trx }, { memberId, ...answered })
  const flags = signs.map(({ flag }) => flag)
  const completed = { ...completion, flagReasons: flags, answers: said.stored, language }
  // Without points there is nothing to hold.
  const verdict = attempt.reward > 0 ? judgeSigns(signs) : 'pay'
  const review = { ...ref, ...measured, flags, signs, points: attempt.reward, hours }
  if (verdict === 'hold') {
    await markCompleted(trx, completed)
    const { until } = await holdForReview(trx, review)
    return {
      ...describeUnpaid(availablePoints, { state: 'held', points: attempt.reward, until }),
      ...noteIgnored(said),
    }
  }
  const doubt = verdict === 'doubt' && { review: { ...review, state: 'doubtful' as const } }
  const earned = await completeAttempt(trx, { ...completed, ...doubt }, reward)
  return { ...earned, message: undefined, ...noteIgnored(said) }
}

const noteIgnored = ({ ignored }: Said) => (ignored.length > 0 ? { ignored } : {})

const rewardFor = ({ surveyId, title, reward: points }: OpenedAttempt, memberId: string) =>
  surveyReward({ memberId, surveyId, title, points })

type Given = { memberId: string; answers: ReadonlyMap<number, GivenAnswer>; language: string | undefined }

type Said = {
  /** To store: what the call gave, as it is stored. */
  stored: ReadonlyMap<number, AnswerValue>
  /** The questions that were asked, and all answers that count, in the same words. */
  asked: SurveyQuestion[]
  answers: ReadonlyMap<number, AnswerValue>
  /** What their author says cannot be true together. */
  contradictions: Contradicted[]
  /** Answers whose questions other answers have hidden. They are dropped. */
  ignored: number[]
  /** What the answers say about the cell of quotas. */
  ofCell: SaidOfCell
  /** Set if the answers screen the member out. */
  screenedOut: Followed | null
}

/**
 * Read the answers that complete a survey, together with saved ones. The attempt is locked.
 * @throws AppError INVALID_INPUT with a problem for each missing, invalid or superfluous answer
 */
async function readGivenAnswers(trx: Trx, attempt: OpenedAttempt, { memberId, answers, language }: Given) {
  const ref = { memberId, surveyId: attempt.surveyId }
  const progress = await readProgress(trx, { ...attempt, memberId })
  const nameOf = (id: number) => ({ question: `answers.${id}`, answer: `answers.${id}` })
  const { taken, hidden, followed } = takeAnswers(progress, { answers, nameOf, isLast: true, language })
  const screenedOut = followed.end?.outcome === 'screened-out' ? followed : null
  const ignored = [...progress.saved.keys()].filter((id) => !followed.answers.has(id))
  await deleteAnswers(trx, ref, ignored)
  const saved = ignored.filter((id) => progress.saved.get(id) !== '')
  const dropped = [...new Set([...saved, ...hidden])].sort((left, right) => left - right)
  const contradictions = findContradictions(progress.questionnaire, followed)
  const ofCell = saidBy(progress.questionnaire, followed)
  return { stored: taken, ...describeAsked(followed), contradictions, ignored: dropped, ofCell, screenedOut }
}
