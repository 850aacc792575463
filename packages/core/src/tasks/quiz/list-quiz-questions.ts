import type { adminQuizQuestion, ListQuizQuestionsInput } from '@chuma/contract/tasks/admin-quiz'
import type { Answer } from '@chuma/contract/timestamp'
import { listQuizQuestions as listRows, type QuestionRow } from '@chuma/db/queries/tasks/quiz-questions'
import type { Deps } from '../../deps.ts'

type AdminQuizQuestion = Answer<typeof adminQuizQuestion>

/** List questions for staff only: the right answers are included. */
export async function listQuizQuestions(
  deps: Deps,
  input: ListQuizQuestionsInput,
): Promise<AdminQuizQuestion[]> {
  const [rows, { quizPointsPerCorrect }] = await Promise.all([listRows(deps.db, input), deps.economy()])
  return rows.map((row) => describeQuizQuestion(row, quizPointsPerCorrect))
}

export function describeQuizQuestion(row: QuestionRow, points: number): AdminQuizQuestion {
  const { answeredCount, correctCount } = row
  return {
    ...row,
    points,
    successPercent: answeredCount === 0 ? null : (correctCount / answeredCount) * 100,
  }
}
