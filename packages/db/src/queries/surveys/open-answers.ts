import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { type Respondents, respondentOf, respondents } from './respondents.ts'

type Wanted = {
  questionId: number
  search: string | undefined
  /** In this category; 0: in none. */
  category: number | undefined
  after: string | undefined
  limit: number
}

/** List what people wrote with the codes of its categories, in the order of their pseudonyms. */
export async function listOpenAnswers(
  db: Db,
  asked: Respondents,
  { questionId, search, category, after, limit }: Wanted,
) {
  const { rows } = await sql<{ id: string; answer: string; answeredOn: string; categories: number[] }>`
    select id, answer, answered_on, categories from (
      select ${respondentOf(asked.surveyId)} as id, a.answer #>> '{}' as answer, business_day(r.completed_at)::text as answered_on,
        array(
          select y.code from survey_answer_category x join survey_category y on y.category_id = x.category_id
          where x.member_id = r.member_id and x.survey_id = ${asked.surveyId} and x.question_id = ${questionId} order by y.code
        ) as categories
      from (${respondents(asked)}) r
      join survey_answer a on a.member_id = r.member_id and a.survey_id = ${asked.surveyId} and a.question_id = ${questionId}
      where a.answer #>> '{}' <> ''
        ${search === undefined ? sql`` : sql`and strpos(lower(a.answer #>> '{}'), lower(${search})) > 0`}
    ) o
    where true
      ${after === undefined ? sql`` : sql`and id > ${after}`}
      ${category === undefined ? sql`` : category === 0 ? sql`and cardinality(categories) = 0` : sql`and ${category} = any(categories)`}
    order by id limit ${limit}
  `.execute(db)
  return rows
}
