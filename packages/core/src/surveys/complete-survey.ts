import { type FieldProblems, type Problem, problem } from '@chuma/contract/problems'
import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import type { OfferQuestion } from '@chuma/contract/surveys/survey-offers'
import type {
  CompleteSurveyInput,
  completedSurvey,
  SaveAnswerInput,
  SavedAnswer,
  SurveyQuestion,
} from '@chuma/contract/surveys/surveys'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { isErased } from '@chuma/db/queries/account/erasure'
import {
  completeAttempt,
  deleteAnswers,
  findAttempt,
  listAnswers,
  markCompleted,
  markInProgress,
  upsertAnswers,
} from '@chuma/db/queries/surveys/survey-attempts'
import { findReview, insertReview } from '@chuma/db/queries/surveys/survey-reviews'
import { keepTraits, lockCompletions } from '@chuma/db/queries/surveys/surveys'
import { bookReward } from '@chuma/db/queries/wallet/wallet'
import { wasPaidBefore } from '../account/returning/prints.ts'
import { AppError, invalidField } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice, type Unworded } from '../notice.ts'
import { judgeFlags, measureAnswers } from './quality.ts'
import { type Contradicted, type Followed, findContradictions } from './questionnaire/follow.ts'
import { type Paying, saveToQuestionnaire, sayEnd, screenOut } from './questionnaire/screen-out.ts'
import { describeAsked, readProgress, requireVersion, takeAnswers } from './questionnaire/take-answers.ts'
import { type ReadAnswer, readAnswer } from './questions.ts'
import { keepPlace, NOTHING_TO_SAY, type SaidOfCell, saidBy } from './quotas/places.ts'
import { type OpenedAttempt, openAttempt, requireUnfinished, surveyReward } from './surveys.ts'

/**
 * Save one answer, so that the member can continue later or elsewhere. Starts the survey if necessary. With a questionnaire,
 * answers what comes next, and ends the survey if the answer screens the member out.
 */
export async function saveAnswer(
  deps: Deps,
  { memberId }: SignedInMember,
  input: SaveAnswerInput,
): Promise<Unworded<SavedAnswer>> {
  const { surveyId } = input
  const { pointsPerUsd, kesPerPoint } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const attempt = await openAttempt(trx, { memberId, surveyId, pointsPerUsd })
    requireUnfinished(attempt)
    if (attempt.kind === 'external') throw new AppError('AWAITS_PARTNER')
    requireVersion(attempt, input.version)

    const { questionnaireVersion: version } = attempt
    const paying = { trx, secrets: deps.secrets, kesPerPoint }
    const following =
      version === null
        ? await saveToList(paying, { memberId, attempt }, input)
        : await saveToQuestionnaire(paying, { memberId, attempt, version }, input)
    return { message: notice('ANSWER_SAVED'), ...following }
  })
}

type Answering = { memberId: string; attempt: OpenedAttempt }

async function saveToList(
  paying: Paying,
  { memberId, attempt }: Answering,
  { questionId, answer: given }: SaveAnswerInput,
): Promise<Pick<SavedAnswer, 'screenedOut'>> {
  const question = attempt.questions.find(({ id }) => id === questionId)
  if (!question) throw invalidField('questionId', 'SURVEY_QUESTION_UNKNOWN')
  const { answer, problem: found } = readListAnswer(question, given)
  if (found) throw new AppError('INVALID_INPUT', { fields: { answer: [found] } })

  const ref = { memberId, surveyId: attempt.surveyId }
  await upsertAnswers(paying.trx, ref, new Map([[questionId, answer]]))
  await markInProgress(paying.trx, ref)
  const reason = await keepPlace(paying.trx, ref, NOTHING_TO_SAY)
  if (!reason) return {}
  return { screenedOut: await screenOut(paying, { memberId, attempt, reason, asked: attempt.questions }) }
}

const MAX_CHARACTERS = 2000

/** Read an answer to a survey without a questionnaire: as it is stored, and what is wrong with it. */
export function readListAnswer(question: SurveyQuestion, given: GivenAnswer): ReadAnswer {
  const options = question.options.map((option) => ({ code: option.trim().normalize('NFC'), labels: [] }))
  const read = readAnswer({ type: question.type, options }, given)
  return { ...read, problem: read.problem ?? findAnswerProblem(question, read.answer) }
}

/** Null: it is valid. No answer is the empty text. */
function findAnswerProblem(question: SurveyQuestion, answer: AnswerValue): Problem | null {
  if (answer === '') return question.required ? problem('REQUIRED') : null
  if (isAnswer(question, answer)) return null
  return Object.hasOwn(expectedOf, question.type)
    ? expectedOf[question.type as PlainType]
    : problem('INVALID')
}

type PlainType = OfferQuestion['type']

const expectedOf = {
  'multiple-choice': problem('ANSWER_NOT_AN_OPTION'),
  rating: problem('ANSWER_NOT_A_RATING'),
  text: problem('ANSWER_NOT_IN_WORDS', { max: MAX_CHARACTERS }),
  'yes-no': problem('ANSWER_NOT_YES_OR_NO'),
} as const satisfies Record<PlainType, Problem>

function isAnswer({ type, options }: SurveyQuestion, answer: AnswerValue): boolean {
  switch (type) {
    case 'multiple-choice':
      // Answers arrive trimmed and Unicode-normalised; options may have been typed differently.
      return options.some((option) => option.trim().normalize('NFC') === answer)
    case 'rating':
      return typeof answer === 'number' && Number.isInteger(answer) && answer >= 1 && answer <= 5
    case 'yes-no':
      return answer === 'yes' || answer === 'no'
    case 'text':
      return typeof answer === 'string' && answer.length <= MAX_CHARACTERS
    default:
      // Only questionnaires have other types, and read their answers themselves.
      return false
  }
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
  { surveyId, ...input }: CompleteSurveyInput,
): Promise<Unworded<Answer<typeof completedSurvey>>> {
  const { pointsPerUsd, kesPerPoint, surveyReviewHours: hours } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const opened = await openAttempt(trx, { memberId, surveyId, pointsPerUsd })
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
  const said = await readGivenAnswers(trx, attempt, { memberId, answers: given })
  const closed = said.screenedOut ? null : await keepPlace(trx, ref, said.ofCell)
  if (said.screenedOut || closed) {
    await upsertAnswers(trx, ref, said.stored)
    const ending = said.screenedOut ? sayEnd(said.screenedOut, language ?? 'en') : (closed ?? '')
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
  if (await isErased(trx, memberId)) throw new AppError('NOT_SIGNED_IN')
  await upsertAnswers(trx, ref, said.stored)
  await keepTraits(trx, ref)
  const answered = {
    attempt: { ...attempt, questions: said.asked },
    answers: said.answers,
    contradictions: said.contradictions,
  }
  const { signs, ...measured } = await measureAnswers({ secrets, trx }, { memberId, ...answered })
  const flags = signs.map(({ flag }) => flag)
  // Without points there is nothing to hold.
  const verdict = attempt.reward > 0 ? judgeFlags(flags) : 'pay'
  const review = { ...ref, ...measured, flags, signs, points: attempt.reward, hours }
  if (verdict === 'hold') {
    await markCompleted(trx, { ...completion, flagReasons: flags })
    const { until } = await insertReview(trx, { ...review, state: 'held' })
    return {
      ...describeUnpaid(availablePoints, { state: 'held', points: attempt.reward, until }),
      ...noteIgnored(said),
    }
  }
  const earned = await completeAttempt(trx, { ...completion, flagReasons: flags }, reward)
  if (verdict === 'doubt') await insertReview(trx, { ...review, state: 'doubtful' })
  return { ...earned, message: undefined, ...noteIgnored(said) }
}

const noteIgnored = ({ ignored }: Said) => (ignored.length > 0 ? { ignored } : {})

const rewardFor = ({ surveyId, title, reward: points }: OpenedAttempt, memberId: string) =>
  surveyReward({ memberId, surveyId, title, points })

type Given = { memberId: string; answers: ReadonlyMap<number, GivenAnswer> }

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
async function readGivenAnswers(trx: Trx, attempt: OpenedAttempt, given: Given): Promise<Said> {
  const { questionnaireVersion: version, surveyId, questions } = attempt
  if (version !== null) return readQuestionnaire(trx, { surveyId, version }, given)
  const kept = await listAnswers(trx, { memberId: given.memberId, surveyId })
  const saved = kept.map((row) => [row.questionId, row.answer] as const)
  const answers = readList(questions, new Map<number, GivenAnswer>([...saved, ...given.answers]))
  return {
    stored: new Map([...answers].filter(([id]) => given.answers.has(id))),
    asked: questions,
    answers,
    contradictions: [],
    ignored: [],
    ofCell: NOTHING_TO_SAY,
    screenedOut: null,
  }
}

function readList(questions: SurveyQuestion[], given: ReadonlyMap<number, GivenAnswer>) {
  const answers = new Map<number, AnswerValue>()
  const asked = new Map(questions.map((question) => [question.id, question]))
  const fields: FieldProblems = {}
  for (const id of new Set([...asked.keys(), ...given.keys()])) {
    const question = asked.get(id)
    const read = question && readListAnswer(question, given.get(id) ?? '')
    const found = read ? read.problem : problem('SURVEY_QUESTION_UNKNOWN')
    if (found) fields[`answers.${id}`] = [found]
    else if (read && given.has(id)) answers.set(id, read.answer)
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  return answers
}

async function readQuestionnaire(
  trx: Trx,
  { surveyId, version }: { surveyId: string; version: number },
  { memberId, answers }: Given,
): Promise<Said> {
  const ref = { memberId, surveyId }
  const progress = await readProgress(trx, { ...ref, version })
  const nameOf = (id: number) => ({ question: `answers.${id}`, answer: `answers.${id}` })
  const { taken, hidden, followed } = takeAnswers(progress, { answers, nameOf })
  const screenedOut = followed.end?.outcome === 'screened-out' ? followed : null
  if (!screenedOut && followed.missing.length > 0) {
    const fields: FieldProblems = {}
    for (const { id } of followed.missing) fields[`answers.${id}`] = [problem('REQUIRED')]
    throw new AppError('INVALID_INPUT', { fields })
  }
  const ignored = [...progress.saved.keys()].filter((id) => !followed.answers.has(id))
  await deleteAnswers(trx, ref, ignored)
  const saved = ignored.filter((id) => progress.saved.get(id) !== '')
  const dropped = [...new Set([...saved, ...hidden])].sort((left, right) => left - right)
  const contradictions = findContradictions(progress.questionnaire, followed)
  const ofCell = saidBy(progress.questionnaire, followed)
  return { stored: taken, ...describeAsked(followed), contradictions, ignored: dropped, ofCell, screenedOut }
}
