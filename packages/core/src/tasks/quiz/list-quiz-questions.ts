import type { adminQuizQuestion, ListQuizQuestionsInput } from '@chuma/contract/tasks/admin-quiz'
import type { Answer } from '@chuma/contract/timestamp'
import { listQuizQuestions as listRows, type QuestionRow } from '@chuma/db/queries/tasks/quiz-questions'
import { holdsPermission } from '../../admin/staff/require-staff.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

type AdminQuizQuestion = Answer<typeof adminQuizQuestion>

/** List questions for staff, described for the caller by `describeFor`. */
export async function listQuizQuestions(
  deps: Deps,
  input: ListQuizQuestionsInput,
  describe = describeQuizQuestion,
): Promise<AdminQuizQuestion[]> {
  const [rows, { quizPointsPerCorrect }] = await Promise.all([listRows(deps.db, input), deps.economy()])
  return rows.map((row) => describe(row, quizPointsPerCorrect))
}

/** How this caller sees a question: with its right answer only if they may change it. Nobody else needs what earns points. */
export function describeFor(caller: Caller): typeof describeQuizQuestion {
  if (holdsPermission(caller, 'catalogue:manage')) return describeQuizQuestion
  return (row, points) => {
    const { correctAnswer: _, ...shown } = describeQuizQuestion(row, points)
    return shown
  }
}

export function describeQuizQuestion(row: QuestionRow, points: number): AdminQuizQuestion {
  const { answeredCount, correctCount } = row
  return {
    ...row,
    points,
    successPercent: answeredCount === 0 ? null : (correctCount / answeredCount) * 100,
  }
}
