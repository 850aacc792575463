import type { ListQuizQuestionsInput, QuizQuestionForm } from '@chuma/contract/tasks/admin-quiz'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { countsOf } from '../counts.ts'
import { pageOf } from '../list-page.ts'

/** Add questions with new wording. The table lock keeps two processes that start at once from adding one twice. */
export async function insertMissingQuestions(
  trx: Trx,
  questions: readonly Insertable<Database['quizQuestion']>[],
) {
  await lockQuestions(trx)
  const rows = await trx.selectFrom('quizQuestion').select('question').execute()
  const known = new Set(rows.map(({ question }) => question))
  const missing = questions.filter(({ question }) => !known.has(question))
  if (missing.length > 0) await trx.insertInto('quizQuestion').values(missing).execute()
}

/** Keep others from adding or changing questions until the transaction ends. Members can still read and answer. */
export async function lockQuestions(trx: Trx): Promise<void> {
  await sql`lock table quiz_question in share row exclusive mode`.execute(trx)
}

const wording = [
  'question',
  'optionA',
  'optionB',
  'optionC',
  'optionD',
  'correctAnswer',
  'isActive',
  'version',
] as const

/** Questions that are not retired, with how members did. */
function selectQuestions(db: Db) {
  return db
    .selectFrom('quizQuestion')
    .leftJoin(countsOf('question').as('count'), 'count.questionId', 'quizQuestion.questionId')
    .select([
      'quizQuestion.questionId as id',
      ...wording,
      'createdAt',
      sql<number>`coalesce(count.answered, 0)`.as('answeredCount'),
      sql<number>`coalesce(count.correct, 0)`.as('correctCount'),
    ])
    .where('retiredAt', 'is', null)
}
export type QuestionRow = NonNullable<Awaited<ReturnType<typeof findQuizQuestion>>>

/** List newest first; the next page starts after the last `id` of this one. */
export function listQuizQuestions(db: Db, { search, state, after, limit }: ListQuizQuestionsInput) {
  const text = search?.toLowerCase()
  return selectQuestions(db)
    .$if(state !== undefined, (query) => query.where('isActive', '=', state === 'active'))
    .$if(text !== undefined, (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(chr(10), question, option_a, option_b, option_c, option_d)), ${text}) > 0`,
      ),
    )
    .$call(pageOf({ table: 'quizQuestion', by: ['createdAt', 'questionId'], after, limit }))
    .execute()
}

export function findQuizQuestion(db: Db, questionId: string) {
  return selectQuestions(db).where('quizQuestion.questionId', '=', questionId).executeTakeFirst()
}

/** List oldest first, for writing a CSV and comparing with one. */
export function listQuestionWordings(db: Db, limit: number) {
  return db
    .selectFrom('quizQuestion')
    .select(['questionId as id', ...wording])
    .where('retiredAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('questionId')
    .limit(limit)
    .execute()
}

export async function countActiveQuestions(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('quizQuestion')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('isActive', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Serialise changes of this question, until the transaction ends. Undefined for a retired one. Locks the table first, as
 * `lockQuestions` does: in the other order the two would deadlock.
 */
export async function lockQuestion(trx: Trx, questionId: string) {
  await sql`lock table quiz_question in row exclusive mode`.execute(trx)
  return trx
    .selectFrom('quizQuestion')
    .select(wording)
    .where('questionId', '=', questionId)
    .where('retiredAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertQuestion(trx: Trx, form: QuizQuestionForm): Promise<string> {
  const { questionId } = await trx
    .insertInto('quizQuestion')
    .values(form)
    .returning('questionId')
    .executeTakeFirstOrThrow()
  return questionId
}

export function updateQuestion(trx: Trx, questionId: string, form: QuizQuestionForm) {
  return trx
    .updateTable('quizQuestion')
    .set({ ...form, version: sql`version + 1` })
    .where('questionId', '=', questionId)
    .execute()
}

/** Retire a question: it is no longer asked or listed. Answers stay. */
export function retireQuestion(trx: Trx, questionId: string) {
  return trx
    .updateTable('quizQuestion')
    .set({ isActive: false, retiredAt: sql<Date>`now()`, version: sql`version + 1` })
    .where('questionId', '=', questionId)
    .execute()
}

/** Write imported questions in the file's order, so that a page shows them as in the file. */
export async function writeQuestions(
  trx: Trx,
  { added, changed }: { added: QuizQuestionForm[]; changed: (QuizQuestionForm & { id: string })[] },
): Promise<void> {
  if (added.length > 0) {
    await sql`
      insert into quiz_question (question, option_a, option_b, option_c, option_d, correct_answer, is_active, created_at)
      select q.question, q."optionA", q."optionB", q."optionC", q."optionD", q."correctAnswer", q."isActive",
        now() - make_interval(secs => place / 1000000.0)
      from jsonb_to_recordset(${JSON.stringify(added.map((form, place) => ({ ...form, place })))}::jsonb) as q (
        question text, "optionA" text, "optionB" text, "optionC" text, "optionD" text, "correctAnswer" text,
        "isActive" boolean, place int
      )
    `.execute(trx)
  }
  if (changed.length > 0) {
    await sql`
      update quiz_question set
        question = q.question, option_a = q."optionA", option_b = q."optionB", option_c = q."optionC",
        option_d = q."optionD", correct_answer = q."correctAnswer", is_active = q."isActive", version = version + 1
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as q (
        id uuid, question text, "optionA" text, "optionB" text, "optionC" text, "optionD" text, "correctAnswer" text,
        "isActive" boolean
      )
      where quiz_question.question_id = q.id
    `.execute(trx)
  }
}
