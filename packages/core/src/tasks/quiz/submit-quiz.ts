import type { FieldErrors } from '@chuma/contract/errors'
import type { QuizResult, SubmitQuizInput } from '@chuma/contract/tasks/games'
import { lockTodaysQuiz, markQuizSubmitted } from '@chuma/db/queries/tasks/games'
import { AppError } from '../../app-error.ts'
import { requirePremium } from '../../auth/require-premium.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { postReward } from '../../wallet/post-reward.ts'
import { describeQuestion } from './describe-question.ts'

/** Nobody reads and answers a question faster. */
const HUMAN_SECONDS_A_QUESTION = 2

/**
 * Grades today's quiz, once: the row is locked, so of any number at the same time one is graded and paid.
 * @throws AppError PREMIUM_REQUIRED, CLOSED, DONE_TODAY after the first, NOT_FOUND before the questions were asked for,
 * INVALID_INPUT for each question without an answer and each answer without a question.
 */
export async function submitQuiz(
  deps: Deps,
  caller: SignedInMember,
  { answers }: SubmitQuizInput,
): Promise<QuizResult> {
  const { memberId } = requirePremium(caller)
  const { isQuizOpen, quizPointsPerCorrect, quizMaxPoints } = await deps.economy()
  if (!isQuizOpen) throw new AppError('CLOSED')

  return deps.db.transaction().execute(async (trx) => {
    const attempt = await lockTodaysQuiz(trx, memberId)
    if (!attempt) throw new AppError('NOT_FOUND', { message: 'Open the quiz of today first' })
    if (attempt.submittedAt) {
      throw new AppError('DONE_TODAY', { message: 'You have taken the quiz today. Come back tomorrow.' })
    }
    const { day, questions, openForSeconds } = attempt
    requireAnswers(
      questions.map(({ id }) => id),
      answers,
    )
    const correct = questions.filter(({ id, correctAnswer }) => answers[id] === correctAnswer).length
    const points = Math.min(correct * quizPointsPerCorrect, quizMaxPoints)
    const isHurried = openForSeconds < questions.length * HUMAN_SECONDS_A_QUESTION
    await markQuizSubmitted(
      trx,
      { memberId, day },
      { answers, correct, points, flagReasons: isHurried ? ['too-fast'] : [] },
    )
    const reward = await postReward(trx, memberId, {
      kind: 'quiz',
      points,
      sourceKey: `quiz:${day}`,
      description: `Quiz: ${correct} of ${questions.length} right`,
    })
    return {
      ...reward,
      correct,
      total: questions.length,
      questions: questions.map((question) =>
        describeQuestion(question, { points: quizPointsPerCorrect, answers }),
      ),
    }
  })
}

function requireAnswers(asked: string[], answers: Record<string, unknown>): void {
  const fieldErrors: FieldErrors = {}
  for (const id of asked) if (!(id in answers)) fieldErrors[`answers.${id}`] = ['Required']
  for (const id of Object.keys(answers)) {
    if (!asked.includes(id)) fieldErrors[`answers.${id}`] = ['This quiz has no such question']
  }
  if (Object.keys(fieldErrors).length > 0) throw new AppError('INVALID_INPUT', { fieldErrors })
}
