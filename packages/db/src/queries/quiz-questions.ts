import { type Insertable, sql } from 'kysely'
import type { Trx } from '../client.ts'
import type { Database } from '../schema.ts'

/** Adds those whose wording is new. The table lock makes two processes that start at once add each of them once. */
export async function insertMissingQuestions(
  trx: Trx,
  questions: readonly Insertable<Database['quizQuestion']>[],
) {
  await sql`lock table quiz_question in share row exclusive mode`.execute(trx)
  const rows = await trx.selectFrom('quizQuestion').select('question').execute()
  const known = new Set(rows.map(({ question }) => question))
  const missing = questions.filter(({ question }) => !known.has(question))
  if (missing.length > 0) await trx.insertInto('quizQuestion').values(missing).execute()
}
