import type { Answer } from '@chuma/contract/fields'
import { type Problem, problem } from '@chuma/contract/problems'
import {
  type adminQuizQuestion,
  type ImportedQuizQuestions,
  type ImportQuizQuestionsInput,
  type ListQuizQuestionsInput,
  MAX_QUIZ_ROWS,
  type QuizQuestionForm,
  quizQuestionFormInput,
  type RetireInput,
  type UpdateQuizQuestionInput,
} from '@chuma/contract/tasks/admin-quiz'
import { toCsv } from '@chuma/contract/to-csv'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  findQuizQuestion,
  insertQuestion,
  listQuestionWordings,
  listQuizQuestions as listRows,
  lockQuestion,
  lockQuestions,
  retireQuestion,
  type QuestionRow as StoredQuestion,
  updateQuestion,
  writeQuestions,
} from '@chuma/db/queries/tasks/quiz-questions'
import * as z from 'zod'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { holdsPermission } from '../../auth/staff.ts'
import type { Caller, StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { doOnce, type Once } from '../../idempotency/do-once.ts'
import { createPause } from '../../in-turns.ts'
import { type RowProblem, readCsv, type UnwordedImport } from '../../read-csv.ts'

/** Far more questions than people would keep in a file. */
const MAX_COMPARED = 100_000

type Report = UnwordedImport<ImportedQuizQuestions>
type Result = Report['results'][number]
type Plan = { results: Result[]; added: QuizQuestionForm[]; changed: (QuizQuestionForm & { id: string })[] }

/**
 * Add a table's questions, and change those it names by id. If one row is refused nothing is imported; importing the
 * same table again changes nothing. The lock keeps concurrent imports and saved forms from missing each other.
 * @throws AppError INVALID_INPUT if it is not such a table
 */
export async function importQuizQuestions(
  deps: Deps,
  staff: StaffActor,
  { csv, isDryRun }: ImportQuizQuestionsInput,
): Promise<Report> {
  const rows = await readQuestionsCsv(csv)
  return deps.db.transaction().execute(async (trx) => {
    if (!isDryRun) await lockQuestions(trx)
    const plan = await planImport(trx, rows)
    const summary = summarise(plan)
    if (isDryRun || summary.refusedCount > 0) return { ...summary, isDryRun, isImported: false }
    await writeQuestions(trx, plan)
    await recordAct(trx, staff, {
      action: 'quiz-questions.imported',
      subject: 'quiz',
      after: { added: summary.addedCount, changed: summary.changedCount, unchanged: summary.unchangedCount },
    })
    return { ...summary, isDryRun, isImported: true }
  })
}

async function planImport(trx: Trx, rows: QuestionRow[]): Promise<Plan> {
  const known = await listQuestionWordings(trx, MAX_COMPARED)
  const byId = new Map(known.map((question) => [question.id, question]))
  const byWording = new Map(known.map(({ id, question }) => [keyOf(question), id]))
  const linesOfIds = new Map<string, number>()
  const linesOfNew = new Map<string, number>()
  const plan: Plan = { results: [], added: [], changed: [] }
  const judge = (row: QuestionRow): Pick<Result, 'outcome' | 'problem'> => {
    if (row.problem !== null) return { outcome: 'refused', problem: row.problem }
    const { id, version, form, line } = row
    if (id === null) {
      const key = keyOf(form.question)
      if (byWording.has(key)) return refuse(problem('QUESTION_EXISTS'))
      const earlier = linesOfNew.get(key)
      if (earlier !== undefined) return refuse(problem('QUESTION_REPEATED', { line: earlier }))
      linesOfNew.set(key, line)
      plan.added.push(form)
      return { outcome: 'added', problem: null }
    }
    const stored = byId.get(id)
    if (!stored) return refuse(problem('QUESTION_UNKNOWN'))
    const earlier = linesOfIds.get(id)
    if (earlier !== undefined) return refuse(problem('ID_REPEATED', { line: earlier }))
    linesOfIds.set(id, line)
    if (isSame(form, stored)) return { outcome: 'unchanged', problem: null }
    if (stored.version !== version) return refuse(problem('QUESTION_CHANGED'))
    plan.changed.push({ ...form, id })
    return { outcome: 'changed', problem: null }
  }
  plan.results = rows.map((row) => ({ line: row.line, question: row.question, ...judge(row) }))
  return plan
}

const refuse = (found: Problem) => ({
  outcome: 'refused' as const,
  problem: { column: null, problem: found },
})
const keyOf = (question: string) => question.trim().normalize('NFC').toLowerCase()

function isSame(form: QuizQuestionForm, stored: QuizQuestionForm): boolean {
  return (Object.keys(form) as (keyof QuizQuestionForm)[]).every((field) => form[field] === stored[field])
}

function summarise({ results }: Plan) {
  const count = (wanted: Result['outcome']) => results.filter(({ outcome }) => outcome === wanted).length
  return {
    addedCount: count('added'),
    changedCount: count('changed'),
    unchangedCount: count('unchanged'),
    refusedCount: count('refused'),
    results,
  }
}

const QUIZ_COLUMNS = [
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

type QuestionRow = { line: number; question: string } & (
  | { problem: RowProblem }
  | { problem: null; id: string | null; version: number; form: QuizQuestionForm }
)

/**
 * Read a file of questions. A row that is wrong says why and hides no other.
 * @throws AppError INVALID_INPUT for a file that cannot be read, lacks a column, or has no rows or too many
 */
async function readQuestionsCsv(csv: string): Promise<QuestionRow[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MAX_QUIZ_ROWS })
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

/**
 * Change a question. Members who have opened today's quiz keep its earlier text, and are graded by that.
 * @throws AppError NOT_FOUND, CATALOGUE_STATE if `version` is outdated
 */
export async function updateQuizQuestion(
  deps: Deps,
  staff: StaffActor,
  { id, version, ...form }: UpdateQuizQuestionInput,
): Promise<Answer<typeof adminQuizQuestion>> {
  await deps.db.transaction().execute(async (trx) => {
    const before = orRefuse(await lockQuestion(trx, id), 'NOT_FOUND')
    if (before.version !== version) throw new AppError('CATALOGUE_STATE')
    await updateQuestion(trx, id, form)
    await recordAct(trx, staff, {
      action: 'quiz-question.updated',
      subject: `question:${id}`,
      before,
      after: form,
    })
  })
  return loadQuizQuestion(deps, id)
}

/**
 * Load a question for staff who may change it, with its right answer.
 * @throws AppError NOT_FOUND, also if it is retired
 */
export async function loadQuizQuestion({ db, economy }: Deps, id: string, describe = describeQuizQuestion) {
  const [row, { quizPointsPerCorrect }] = await Promise.all([findQuizQuestion(db, id), economy()])
  if (!row) throw new AppError('NOT_FOUND')
  return describe(row, quizPointsPerCorrect)
}

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

function describeQuizQuestion(row: StoredQuestion, points: number): AdminQuizQuestion {
  const { answeredCount, correctCount } = row
  return {
    ...row,
    points,
    successPercent: answeredCount === 0 ? null : (correctCount / answeredCount) * 100,
  }
}

/**
 * Remove a question from the quiz and every list. Its answers stay, and members who have it in today's quiz are still
 * graded.
 * @throws AppError NOT_FOUND, CATALOGUE_STATE if `version` is outdated
 */
export async function retireQuizQuestion(deps: Deps, staff: StaffActor, { id, version }: RetireInput) {
  return deps.db.transaction().execute(async (trx) => {
    const before = orRefuse(await lockQuestion(trx, id), 'NOT_FOUND')
    if (before.version !== version) throw new AppError('CATALOGUE_STATE')
    await retireQuestion(trx, id)
    await recordAct(trx, staff, { action: 'quiz-question.retired', subject: `question:${id}`, before })
    return { id }
  })
}

export async function createQuizQuestion(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, ...form }: QuizQuestionForm & Once,
): Promise<Answer<typeof adminQuizQuestion>> {
  const { secrets } = deps
  const keyed = { secrets, caller: staff.name, operation: 'create-quiz-question', key, request: form }
  const make = async (trx: Trx) => {
    const id = await insertQuestion(trx, form)
    await recordAct(trx, staff, { action: 'quiz-question.created', subject: `question:${id}`, after: form })
    return id
  }
  const id = await deps.db.transaction().execute((trx) => doOnce(trx, keyed, () => make(trx)))
  return loadQuizQuestion(deps, id)
}

/** Export the questions as CSV for `importQuizQuestions`, oldest first. Importing the unchanged file changes nothing. */
export async function exportQuizQuestions({ db }: Deps): Promise<string> {
  const rows = await listQuestionWordings(db, MAX_QUIZ_ROWS)
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
