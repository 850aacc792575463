import { type Problem, problem } from '@chuma/contract/problems'
import type {
  ImportedQuizQuestions,
  ImportQuizQuestionsInput,
  QuizQuestionForm,
} from '@chuma/contract/tasks/admin-quiz'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listQuestionWordings, lockQuestions, writeQuestions } from '@chuma/db/queries/tasks/quiz-questions'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import type { UnwordedImport } from '../../row-problem.ts'
import { type QuestionRow, readQuestionsCsv } from './read-questions-csv.ts'

/** Far more questions than people would keep in a file. */
const MOST_COMPARED = 100_000

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
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'quiz-questions.imported',
      subject: 'quiz',
      after: { added: summary.addedCount, changed: summary.changedCount, unchanged: summary.unchangedCount },
      address: staff.address,
    })
    return { ...summary, isDryRun, isImported: true }
  })
}

async function planImport(trx: Trx, rows: QuestionRow[]): Promise<Plan> {
  const known = await listQuestionWordings(trx, MOST_COMPARED)
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
