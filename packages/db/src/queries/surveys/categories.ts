import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { type Respondents, respondentOf, respondents, wordsOf } from './respondents.ts'

type Question = { surveyId: string; questionId: number }

const isOpen = sql<boolean>`retired_at is null`

/** List the categories of all open questions of a survey, in the order of their codes. */
export function listCategories(db: Db, surveyId: string) {
  return db
    .selectFrom('surveyCategory')
    .select(['categoryId', 'questionId', 'code', 'name'])
    .where('surveyId', '=', surveyId)
    .where(isOpen)
    .orderBy('questionId')
    .orderBy('code')
    .limit(5000)
    .execute()
}

/** Lock categories of a question by code, so that none is removed meanwhile. `isFinal`: they will be. */
export function lockCategories(
  trx: Trx,
  question: Question,
  { codes, isFinal }: { codes: readonly number[]; isFinal: boolean },
) {
  const query = trx
    .selectFrom('surveyCategory')
    .select(['categoryId', 'code', 'name'])
    .where('surveyId', '=', question.surveyId)
    .where('questionId', '=', question.questionId)
    .where('code', 'in', [0, ...codes])
    .where(isOpen)
    .orderBy('code')
  return (isFinal ? query.forNoKeyUpdate() : query.forShare()).execute()
}

type Named = Question & { name: string; createdBy: string }

/** Add a category with the next code. The caller holds the survey's row. */
export async function insertCategory(trx: Trx, { surveyId, questionId, name, createdBy }: Named) {
  const { last } = await trx
    .selectFrom('surveyCategory')
    .select(({ fn }) => fn.max<number | null>('code').as('last'))
    .where('surveyId', '=', surveyId)
    .where('questionId', '=', questionId)
    .executeTakeFirstOrThrow()
  const code = (last ?? 0) + 1
  await trx.insertInto('surveyCategory').values({ surveyId, questionId, code, name, createdBy }).execute()
  return code
}

/** Whether another category of the question has this name. */
export async function isNameTaken(
  trx: Trx,
  question: Question,
  { name, code }: { name: string; code: number },
) {
  const found = await trx
    .selectFrom('surveyCategory')
    .select('categoryId')
    .where('surveyId', '=', question.surveyId)
    .where('questionId', '=', question.questionId)
    .where('code', '<>', code)
    .where(isOpen)
    .where(({ fn }) => sql<boolean>`${fn('lower', ['name'])} = lower(${name})`)
    .executeTakeFirst()
  return found !== undefined
}

export async function renameCategory(trx: Trx, categoryId: string, name: string): Promise<void> {
  await trx.updateTable('surveyCategory').set({ name }).where('categoryId', '=', categoryId).execute()
}

/** Take a category off the list. Its answers lose it, or get `into`. Returns how many had it. */
export async function retireCategory(
  trx: Trx,
  { surveyId, questionId }: Question,
  { categoryId, into }: { categoryId: string; into?: string | undefined },
): Promise<number> {
  if (into !== undefined) {
    await sql`
      insert into survey_answer_category (member_id, survey_id, question_id, category_id, coded_by, coded_at)
      select member_id, survey_id, question_id, ${into}::uuid, coded_by, coded_at from survey_answer_category
      where survey_id = ${surveyId} and question_id = ${questionId} and category_id = ${categoryId} on conflict do nothing
    `.execute(trx)
  }
  const { numDeletedRows } = await trx
    .deleteFrom('surveyAnswerCategory')
    .where('surveyId', '=', surveyId)
    .where('questionId', '=', questionId)
    .where('categoryId', '=', categoryId)
    .executeTakeFirst()
  await trx
    .updateTable('surveyCategory')
    .set({ retiredAt: sql<Date>`now()` })
    .where('categoryId', '=', categoryId)
    .execute()
  return Number(numDeletedRows)
}

type Coding = {
  respondents: readonly string[]
  add: readonly string[]
  remove: readonly string[]
  codedBy: string
}

/** Put answers into categories and take them out of others. Returns how many of the answers exist. */
export async function codeAnswers(
  trx: Trx,
  { surveyId, questionId }: Question,
  { respondents: pseudonyms, add, remove, codedBy }: Coding,
): Promise<number> {
  const { rows } = await sql<{ memberId: string }>`
    select a.member_id from survey_attempt r
    join survey_answer a on a.member_id = r.member_id and a.survey_id = ${surveyId} and a.question_id = ${questionId}
    where r.survey_id = ${surveyId} and r.status = 'completed'
      and ${respondentOf(surveyId)} = any(${sql.val(pseudonyms)}::text[]) and ${wordsOf} <> ''
  `.execute(trx)
  const members = rows.map(({ memberId }) => memberId)
  if (remove.length > 0 && members.length > 0) {
    await trx
      .deleteFrom('surveyAnswerCategory')
      .where('memberId', 'in', members)
      .where('surveyId', '=', surveyId)
      .where('questionId', '=', questionId)
      .where('categoryId', 'in', remove)
      .execute()
  }
  if (add.length > 0 && members.length > 0) {
    await trx
      .insertInto('surveyAnswerCategory')
      .values(
        members.flatMap((memberId) =>
          add.map((categoryId) => ({ memberId, surveyId, questionId, categoryId, codedBy })),
        ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return members.length
}

/** How many people wrote an answer, how many of them are in no category, and how many in each. */
export async function countFrame(db: Db, asked: Respondents, questionId: number) {
  const { rows } = await sql<{ code: number | null; answers: number; answered: number }>`
    with written as materialized (
      select a.member_id from (${respondents(asked)}) r join survey_answer a on a.member_id = r.member_id
        and a.survey_id = ${asked.surveyId} and a.question_id = ${questionId} and ${wordsOf} <> ''
    )
    select y.code, count(*) as answers, (select count(*) from written) as answered
    from written w left join survey_answer_category x on x.member_id = w.member_id and x.survey_id = ${asked.surveyId}
      and x.question_id = ${questionId}
    left join survey_category y on y.category_id = x.category_id
    group by y.code
  `.execute(db)
  return rows
}

/** Count categories like `countAnswers` counts choices; null: anyone whose answer is in one. */
export async function countCategories(
  db: Db,
  asked: Respondents,
  { questionIds, cells }: { questionIds: readonly number[]; cells: ReturnType<typeof respondents> },
) {
  const { rows } = await sql<{
    questionId: number
    answer: string | null
    answers: (string | null)[]
    count: number
  }>`
    select x.question_id, y.code::text as answer, c.answers, count(*) as count
    from (${cells}) c
    join survey_answer_category x on x.member_id = c.member_id and x.survey_id = ${asked.surveyId}
      and x.question_id = any(${sql.val(questionIds)}::int[])
    join survey_category y on y.category_id = x.category_id
    group by 1, 2, 3
    union all
    select x.question_id, null, c.answers, count(distinct x.member_id)
    from (${cells}) c
    join survey_answer_category x on x.member_id = c.member_id and x.survey_id = ${asked.surveyId}
      and x.question_id = any(${sql.val(questionIds)}::int[])
    group by 1, 3
  `.execute(db)
  return rows.map((row) => ({ ...row, part: 'coded' }))
}
