import { problem } from '@chuma/contract/problems'
import {
  MOST_QUIZ_ROWS,
  type QuizQuestionForm,
  quizQuestionFormInput,
} from '@chuma/contract/tasks/admin-quiz'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import * as z from 'zod'
import { invalidField } from '../../app-error.ts'
import { createPause } from '../../in-turns.ts'
import { readCsv } from '../../read-csv.ts'
import type { RowProblem } from '../../row-problem.ts'

export const QUIZ_COLUMNS = [
  'ID',
  'Version',
  'Question',
  'Option A',
  'Option B',
  'Option C',
  'Option D',
  'Correct answer',
  'Active',
] as const
type Column = (typeof QUIZ_COLUMNS)[number]

const NEEDED: readonly Column[] = [
  'Question',
  'Option A',
  'Option B',
  'Option C',
  'Option D',
  'Correct answer',
]
const FIELD_COLUMNS: Record<keyof QuizQuestionForm, Column> = {
  question: 'Question',
  optionA: 'Option A',
  optionB: 'Option B',
  optionC: 'Option C',
  optionD: 'Option D',
  correctAnswer: 'Correct answer',
  isActive: 'Active',
}
/** As people write it in a spreadsheet; an empty cell means yes. */
const ACTIVE: Record<string, boolean> = {
  '': true,
  yes: true,
  true: true,
  '1': true,
  no: false,
  false: false,
  '0': false,
}

export type QuestionRow = { line: number; question: string } & (
  | { problem: RowProblem }
  | { problem: null; id: string | null; version: number; form: QuizQuestionForm }
)

/**
 * Read a file of questions. A row that is wrong says why and hides no other.
 * @throws AppError INVALID_INPUT for a file that cannot be read, lacks a column, or has no rows or too many
 */
export async function readQuestionsCsv(csv: string): Promise<QuestionRow[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MOST_QUIZ_ROWS })
  const find = (column: Column) => head.findIndex((name) => name.toLowerCase() === column.toLowerCase())
  const missing = NEEDED.filter((column) => find(column) < 0)
  if (missing.length > 0) {
    throw invalidField('csv', 'COLUMNS_MISSING', { columns: missing })
  }
  if (rows.length === 0) throw invalidField('csv', 'FILE_WITHOUT_ROWS')
  const pause = createPause()
  const read: QuestionRow[] = []
  for (const { line, cells } of rows) {
    await pause()
    const cell = (column: Column) => cells[find(column)] ?? ''
    read.push({ line, question: cell('Question').slice(0, 200), ...readRow(cell) })
  }
  return read
}

function readRow(cell: (column: Column) => string) {
  const id = cell('ID').toLowerCase()
  const version = Number(cell('Version') || 0)
  if (id !== '' && !z.uuid().safeParse(id).success)
    return { problem: { column: 'ID', problem: problem('ROW_ID_UNEXPECTED') } }
  if (id !== '' && !(Number.isSafeInteger(version) && version > 0)) {
    return { problem: { column: 'Version', problem: problem('ROW_VERSION_MISSING') } }
  }
  const isActive = ACTIVE[cell('Active').toLowerCase()]
  if (isActive === undefined) return { problem: { column: 'Active', problem: problem('NOT_YES_OR_NO') } }
  const form = {
    question: cell('Question'),
    optionA: cell('Option A'),
    optionB: cell('Option B'),
    optionC: cell('Option C'),
    optionD: cell('Option D'),
    correctAnswer: cell('Correct answer').toUpperCase(),
    isActive,
  }
  const read = quizQuestionFormInput.safeParse(form)
  if (read.success) return { problem: null, id: id || null, version, form: read.data }
  const [field = '', [first = problem('INVALID')] = []] =
    Object.entries(toFieldProblems(read.error, form))[0] ?? []
  return { problem: { column: FIELD_COLUMNS[field as keyof QuizQuestionForm] ?? field, problem: first } }
}
