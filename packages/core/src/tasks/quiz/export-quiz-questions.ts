import { MOST_QUIZ_ROWS } from '@chuma/contract/tasks/admin-quiz'
import { toCsv } from '@chuma/contract/to-csv'
import { listQuestionWordings } from '@chuma/db/queries/tasks/quiz-questions'
import type { Deps } from '../../deps.ts'
import { QUIZ_COLUMNS } from './read-questions-csv.ts'

/** Export the questions as CSV for `importQuizQuestions`, oldest first. Importing the unchanged file changes nothing. */
export async function exportQuizQuestions({ db }: Deps): Promise<string> {
  const rows = await listQuestionWordings(db, MOST_QUIZ_ROWS)
  return toCsv(
    QUIZ_COLUMNS,
    rows.map((row) => [
      row.id,
      row.version,
      row.question,
      row.optionA,
      row.optionB,
      row.optionC,
      row.optionD,
      row.correctAnswer,
      row.isActive ? 'yes' : 'no',
    ]),
  )
}
