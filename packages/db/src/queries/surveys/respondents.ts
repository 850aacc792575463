import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'

/** Whose answers count. Days are Kenya's. */
export type Respondents = {
  surveyId: string
  /** Of its questionnaire; null: its plain list. */
  version: number | null
  from: string | undefined
  to: string | undefined
  quality: 'accepted' | 'all'
  who: { questionId: number; answer: string } | undefined
  /** Traits such as `sex=female`. Of each list they have one. */
  traits?: readonly (readonly string[])[] | undefined
  /** Only those that the survey's client pays for. */
  isCharged?: boolean
}

/** The states of a review in which answers wait or do not count. */
export const NOT_ACCEPTED = sql`('held', 'rejected', 'appealed')`

/** Those who completed the survey and are not filtered out, with columns of one's own. */
export function respondents(
  { surveyId, version, from, to, quality, who, traits = [], isCharged = false }: Respondents,
  columns: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    select t.member_id, t.attempt_id, t.completed_at ${columns} from survey_attempt t
    where t.survey_id = ${surveyId} and t.status = 'completed' and t.questionnaire_version is not distinct from ${version}::int
      ${from === undefined ? sql`` : sql`and t.completed_at >= business_day_start(${from}::date)`}
      ${to === undefined ? sql`` : sql`and t.completed_at < business_day_start(${to}::date + 1)`}
      ${
        quality === 'all'
          ? sql``
          : sql`and not exists (select from survey_review r where r.member_id = t.member_id and r.survey_id = t.survey_id
            and r.state in ${NOT_ACCEPTED})`
      }
      ${
        isCharged
          ? sql`and exists (select from client_place p where p.member_id = t.member_id and p.survey_id = t.survey_id and p.is_charged)`
          : sql``
      }
      ${
        who === undefined
          ? sql``
          : sql`and exists (select from survey_answer w where w.member_id = t.member_id and w.survey_id = t.survey_id
            and w.question_id = ${who.questionId} and w.answer #>> '{}' = ${who.answer})`
      }
      ${sql.join(
        traits.map(
          (
            words,
          ) => sql`and exists (select from survey_trait p where p.member_id = t.member_id and p.survey_id = t.survey_id
            and p.traits && ${sql.val(words)}::text[])`,
        ),
        sql` `,
      )}
  `
}

/** The pseudonym of `r`, someone's attempt at a survey. */
export const respondentOf = (surveyId: string, attemptId: RawBuilder<unknown> = sql`r.attempt_id`) =>
  sql<string>`respondent_of(${attemptId}, (select respondent_key from survey where survey_id = ${surveyId}))`

export type StoredRow = RespondentRow & { day: string; seconds: number; isAccepted: boolean }
/** `day` and `seconds` are as coarse as their reader may know them. Null: not at all. */
export type RespondentRow = {
  respondent: string
  day: string | null
  seconds: number | null
  answers: Record<string, AnswerValue>
  /** The codes of the categories of open answers, by question. */
  categories: Record<string, number[]>
}

/** Count them. */
export async function countRespondents(trx: Db, asked: Respondents): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from (${respondents(asked)}) r
  `.execute(trx)
  return rows[0]?.people ?? 0
}

/**
 * Read everyone with all their answers, in the order of their pseudonyms and as of one moment, a few hundred at a time. Holds a connection
 * until it is read to its end or left.
 */
export async function* streamRespondents(
  db: Db,
  asked: Respondents,
  limit: number,
): AsyncGenerator<StoredRow[], void> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    await openCursor(trx, asked, limit)
    while (true) {
      const { rows } = await sql<StoredRow>`fetch 500 from respondents`.execute(trx)
      if (rows.length === 0) break
      yield rows
    }
  } finally {
    // Nothing was written. This closes the cursor too, and returns the connection.
    await trx.rollback().execute()
  }
}

async function openCursor(trx: Db, asked: Respondents, limit: number): Promise<void> {
  await sql`
    declare respondents no scroll cursor for
    with chosen as materialized (
      select ${respondentOf(asked.surveyId)} as respondent, r.member_id, business_day(r.completed_at)::text as day,
        extract(epoch from r.completed_at - r.started_at)::int as seconds,
        not exists (select from survey_review v where v.member_id = r.member_id and v.survey_id = ${asked.surveyId}
          and v.state in ${NOT_ACCEPTED}) as is_accepted
      from (${respondents(asked, sql`, t.started_at`)}) r
      order by respondent limit ${limit}
    )
    select p.respondent, p.day, p.seconds, p.is_accepted, coalesce(a.answers, '{}') as answers, coalesce(c.categories, '{}') as categories
    from chosen p left join lateral (
      select jsonb_object_agg(question_id, answer) as answers from survey_answer
      where member_id = p.member_id and survey_id = ${asked.surveyId}
    ) a on true left join lateral (
      select jsonb_object_agg(question_id, codes) as categories from (
        select x.question_id, jsonb_agg(y.code order by y.code) as codes
        from survey_answer_category x join survey_category y on y.category_id = x.category_id
        where x.member_id = p.member_id and x.survey_id = ${asked.surveyId} group by x.question_id
      ) coded
    ) c on true
    order by p.respondent
  `.execute(trx)
}
