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
import { wasPaidBefore } from '../account/returning/prints.ts'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { findAnswerProblem } from './find-answer-problem.ts'
import { type OpenedAttempt, openAttempt } from './open-attempt.ts'
import { requireUnfinished } from './require-unfinished.ts'

type Finish = Omit<CompleteSurveyInput, 'surveyId'> & { memberId: string }

/**
 * Complete a survey of our own, or an instant one, and credit the points promised at its start, all or nothing. The
 * given answers replace saved ones. Repeated and concurrent calls get the first answer and credit nothing; their answers
 * are ignored. `completedAt` is stored and decides nothing.
 * A person who was paid for it with an account that was erased gets no points.
 * @throws AppError AWAITS_PARTNER for a partner's survey, SURVEY_FINISHED for an ended one; INVALID_INPUT with a problem
 * for each missing, invalid or superfluous answer
 */
export async function completeSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId, ...input }: CompleteSurveyInput,
): Promise<CompletedSurvey> {
  const { pointsPerUsd, kesPerPoint } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const opened = await openAttempt(trx, { memberId, surveyId, pointsPerUsd })
    const paidBefore = await wasPaidBefore(trx, deps, { memberId, surveyId })
    const attempt = paidBefore ? { ...opened, reward: 0 } : opened
    // An attempt that a partner's event or a granted claim paid is completed too; the browser cannot complete it again.
    const isOver = attempt.status === 'completed' && attempt.kind !== 'external'
    const earned = isOver
      ? await bookReward(trx, rewardFor(attempt, memberId))
      : await finishAttempt(trx, attempt, { ...input, memberId })
    const answer = { ...earned, earnedAmount: earned.pointsEarned * kesPerPoint }
    return paidBefore ? { ...answer, paidBefore } : answer
  })
}

/** A partner's survey is completed only by the partner, never by the browser. */
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

/** The source key prevents a second credit on any path; a repeat returns the first posting. */
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

/** Faster than anyone can read and answer a question. */
const HUMAN_SECONDS_A_QUESTION = 1.5
/** The same rating for at least this many questions is straight-lining. */
const LINE_LENGTH = 4

type Finished = {
  questions: SurveyQuestion[]
  answers: ReadonlyMap<number, AnswerValue>
  /** From start to completion, by the database's clock. */
  openForSeconds: number
}

/**
 * Find what is suspicious about a completed survey, for staff. Flags neither refuse nor delay anything: honest people
 * can be fast too, and a script that answers through the API never starts the survey.
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

/** An attention check names its right answer ("choose Kisumu here"). */
function failsCheck({ expected }: SurveyQuestion, answer: AnswerValue | undefined): boolean {
  return expected !== undefined && String(answer ?? '') !== expected
}
