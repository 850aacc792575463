import type { Answer } from '@chuma/contract/fields'
import { type FieldProblems, problem } from '@chuma/contract/problems'
import type { QuizOptionKey, QuizQuestion, quiz, SubmitQuizInput } from '@chuma/contract/tasks/games'
import { findTodaysQuiz, getNextDay, insertQuizIfNone, submitAnswers } from '@chuma/db/queries/tasks/games'
import { AppError, orRefuse } from '../../app-error.ts'
import { requirePremium } from '../../auth/sessions.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/** Faster than anyone can read and answer a question. */
const HUMAN_SECONDS_A_QUESTION = 2

/**
 * Grade today's quiz, once. Its questions stay the same all day, and one statement submits the answers and books the
 * points: of concurrent calls one is paid.
 * @throws AppError PREMIUM_REQUIRED, CLOSED, DONE_TODAY after the first, NOT_FOUND if the quiz was not opened,
 * INVALID_INPUT for each question without an answer and each answer without a question
 */
export async function submitQuiz(deps: Deps, caller: SignedInMember, { answers }: SubmitQuizInput) {
  const { memberId } = requirePremium(caller)
  const { isQuizOpen, quizPointsPerCorrect, quizMaxPoints } = await deps.economy()
  if (!isQuizOpen) throw new AppError('CLOSED')

  const attempt = orRefuse(await findTodaysQuiz(deps.db, memberId), 'NOT_FOUND', { what: 'quiz' })
  if (attempt.submittedAt) throw new AppError('DONE_TODAY', { what: 'quiz' })
  const { day, questions, openForSeconds } = attempt
  requireAnswers(
    questions.map(({ id }) => id),
    answers,
  )
  const correct = questions.filter(({ id, correctAnswer }) => answers[id] === correctAnswer).length
  const isHurried = openForSeconds < questions.length * HUMAN_SECONDS_A_QUESTION
  const earned = await submitAnswers(deps.db, {
    memberId,
    day,
    answers,
    correct,
    points: Math.min(correct * quizPointsPerCorrect, quizMaxPoints),
    flagReasons: isHurried ? ['too-fast'] : [],
    description: `Quiz: ${correct} of ${questions.length} right`,
  })
  if (!earned) throw new AppError('DONE_TODAY', { what: 'quiz' })
  return {
    ...earned,
    correct,
    total: questions.length,
    questions: questions.map((question) =>
      describeQuestion(question, { points: quizPointsPerCorrect, answers }),
    ),
  }
}

function requireAnswers(asked: string[], answers: Record<string, unknown>): void {
  const fields: FieldProblems = {}
  for (const id of asked) if (!(id in answers)) fields[`answers.${id}`] = [problem('REQUIRED')]
  for (const id of Object.keys(answers)) {
    if (!asked.includes(id)) fields[`answers.${id}`] = [problem('QUIZ_QUESTION_UNKNOWN')]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}

type StoredQuestion = NonNullable<Awaited<ReturnType<typeof findTodaysQuiz>>>['questions'][number]

type Terms = {
  points: number
  /** Null before the member has submitted answers: until then the right answer stays on the server. */
  answers: Record<string, QuizOptionKey> | null
}

function describeQuestion(
  { id, question, options, correctAnswer }: StoredQuestion,
  { points, answers }: Terms,
): QuizQuestion {
  const textOf = (key: QuizOptionKey) => options.find((option) => option.key === key)?.text ?? ''
  return {
    id,
    question,
    optionA: textOf('A'),
    optionB: textOf('B'),
    optionC: textOf('C'),
    optionD: textOf('D'),
    points,
    correctAnswer: answers && correctAnswer,
    yourAnswer: answers?.[id] ?? null,
  }
}

/**
 * Load today's quiz: the same questions for this member all day, chosen when they first open it. Right answers are
 * included only after theirs are submitted.
 * @throws AppError PREMIUM_REQUIRED
 */
export async function getQuiz(deps: Deps, caller: SignedInMember): Promise<Answer<typeof quiz>> {
  const { memberId } = requirePremium(caller)
  const { isQuizOpen, quizQuestionsPerDay, quizPointsPerCorrect, timeZone } = await deps.economy()
  const opensAgainAt = await getNextDay(deps.db, timeZone)
  if (isQuizOpen) {
    await deps.db.transaction().execute((trx) => insertQuizIfNone(trx, memberId, quizQuestionsPerDay))
  }
  const attempt = await findTodaysQuiz(deps.db, memberId)
  if (!attempt) return { canTakeQuiz: false, questions: [], result: null, opensAgainAt }

  const { questions, answers, correct, points } = attempt
  return {
    canTakeQuiz: isQuizOpen && answers === null,
    questions: questions.map((question) =>
      describeQuestion(question, { points: quizPointsPerCorrect, answers }),
    ),
    result:
      answers === null ? null : { correct: correct ?? 0, total: questions.length, pointsEarned: points ?? 0 },
    opensAgainAt,
  }
}
