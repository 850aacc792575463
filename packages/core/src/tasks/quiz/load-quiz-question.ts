import type { adminQuizQuestion } from '@chuma/contract/tasks/admin-quiz'
import type { Answer } from '@chuma/contract/timestamp'
import { findQuizQuestion } from '@chuma/db/queries/tasks/quiz-questions'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { describeQuizQuestion } from './list-quiz-questions.ts'

/**
 * Load a question for staff who may change it, with its right answer.
 * @throws AppError NOT_FOUND, also if it is retired
 */
export async function loadQuizQuestion(
  { db, economy }: Deps,
  id: string,
  describe = describeQuizQuestion,
): Promise<Answer<typeof adminQuizQuestion>> {
  const [row, { quizPointsPerCorrect }] = await Promise.all([findQuizQuestion(db, id), economy()])
  if (!row) throw new AppError('NOT_FOUND')
  return describe(row, quizPointsPerCorrect)
}
