import { type FieldProblems, problem } from '@chuma/contract/problems'
import type {
  AnswerValue,
  CompletedSurvey,
  CompleteSurveyInput,
  SurveyQuestion,
} from '@chuma/contract/surveys/surveys'
import type { Trx } from '@chuma/db/client'
import { completeAttempt, listAnswers, upsertAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { bookReward } from '@chuma/db/queries/wallet/rewards'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { findAnswerProblem } from './find-answer-problem.ts'
import { type OpenedAttempt, openAttempt } from './open-attempt.ts'
import { requireUnfinished } from './require-unfinished.ts'

type Finish = Omit<CompleteSurveyInput, 'surveyId'> & { memberId: string }

/**
 * Finishes a survey of our own, or an instant one, with the given answers over those kept, and credits what was promised at its start, all or nothing.
 * Finishing again, one after the other or at once, answers what the first did and credits nothing; its answers are not
 * looked at. `completedAt` is stored as the browser's claim and used for nothing.
 * @throws AppError AWAITS_PARTNER for a partner's survey, SURVEY_FINISHED for one that is over; INVALID_INPUT with a problem for each answer that is missing, wrong or to no question of this survey.
 */
export async function completeSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId, ...input }: CompleteSurveyInput,
): Promise<CompletedSurvey> {
  const { pointsPerUsd, kesPerPoint } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const attempt = await openAttempt(trx, { memberId, surveyId, pointsPerUsd })
    // What a partner's word or a granted claim has paid is completed as well, and is not paid again by the browser's.
    const isOver = attempt.status === 'completed' && attempt.kind !== 'external'
    const earned = isOver
      ? await bookReward(trx, rewardFor(attempt, memberId))
      : await finishAttempt(trx, attempt, { ...input, memberId })
    return { ...earned, earnedAmount: earned.pointsEarned * kesPerPoint }
  })
}

/** What a partner has to confirm is never opened by the browser's word. */
async function finishAttempt(trx: Trx, attempt: OpenedAttempt, { memberId, answers, completedAt }: Finish) {
  requireUnfinished(attempt)
  if (attempt.kind === 'external') throw new AppError('AWAITS_PARTNER')
  const ref = { memberId, surveyId: attempt.surveyId }
  const given = new Map(Object.entries(answers).map(([id, answer]) => [Number(id), answer]))
  const kept = await listAnswers(trx, ref)
  const all = new Map([...kept.map((row) => [row.questionId, row.answer] as const), ...given])
  requireAnswers(attempt.questions, all)

  await upsertAnswers(trx, ref, given)
  const completion = {
    ...ref,
    claimedCompletedAt: completedAt ? new Date(completedAt) : null,
    flagReasons: attempt.kind === 'questions' ? findFlags({ ...attempt, answers: all }) : [],
  }
  return completeAttempt(trx, completion, rewardFor(attempt, memberId))
}

function requireAnswers(questions: SurveyQuestion[], answers: ReadonlyMap<number, AnswerValue>): void {
  const asked = new Map(questions.map((question) => [question.id, question]))
  const fields: FieldProblems = {}
  for (const id of new Set([...asked.keys(), ...answers.keys()])) {
    const question = asked.get(id)
    const found = question
      ? findAnswerProblem(question, answers.get(id) ?? '')
      : problem('SURVEY_QUESTION_UNKNOWN')
    if (found) fields[`answers.${id}`] = [found]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}

/** The source key makes a second credit impossible by any path; a repeat gets the first posting back. */
function rewardFor({ surveyId, reward, title }: OpenedAttempt, memberId: string) {
  return {
    memberId,
    kind: 'survey' as const,
    points: reward,
    sourceKey: `survey:${surveyId}`,
    description: `Survey: ${title}`,
    subjectId: surveyId,
  }
}

/** Nobody reads a question and answers it in less. */
const HUMAN_SECONDS_A_QUESTION = 1.5
/** One rating given to all of at least so many questions is a straight line. */
const LINE_LENGTH = 4

type Finished = {
  questions: SurveyQuestion[]
  answers: ReadonlyMap<number, AnswerValue>
  /** Between begin and end, by the database's clock. */
  openForSeconds: number
}

/**
 * What about a finished survey makes staff look twice, by name. It never refuses or delays anything by itself: honest
 * people are fast too, and a script that answers through the API never begins.
 */
function findFlags({ questions, answers, openForSeconds }: Finished): string[] {
  const required = questions.filter((question) => question.required)
  const ratings = questions.filter(({ type }) => type === 'rating').map(({ id }) => answers.get(id))
  const flags: [string, boolean][] = [
    ['too-fast', openForSeconds < required.length * HUMAN_SECONDS_A_QUESTION],
    ['attention-check', questions.some((question) => failsCheck(question, answers.get(question.id)))],
    ['straight-line', ratings.length >= LINE_LENGTH && new Set(ratings).size === 1],
  ]
  return flags.filter(([, isRaised]) => isRaised).map(([name]) => name)
}

/** A question may say which answer an attentive reader gives ("choose Kisumu here"). */
function failsCheck({ expected }: SurveyQuestion, answer: AnswerValue | undefined): boolean {
  return expected !== undefined && String(answer ?? '') !== expected
}
