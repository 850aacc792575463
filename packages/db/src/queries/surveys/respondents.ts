import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

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
  /** Only those whose answers are in the counts of these readers, instead of those who are accepted or charged now. */
  disclosedTo?: Audience | undefined
}

/** Readers of counts who may not see single answers. */
export type Audience = 'staff' | 'client'

/** The states of a review in which answers wait or do not count. */
const NOT_ACCEPTED = sql`('held', 'rejected', 'appealed')`

/** Those who completed the survey and are not filtered out, with columns of one's own. */
export function respondents(
  { surveyId, version, from, to, quality, who, traits = [], isCharged = false, disclosedTo }: Respondents,
  columns: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    select t.member_id, t.attempt_id, t.completed_at ${columns} from survey_attempt t
    where t.survey_id = ${surveyId} and t.status = 'completed' and t.questionnaire_version is not distinct from ${version}::int
      ${from === undefined ? sql`` : sql`and t.completed_at >= business_day_start(${from}::date)`}
      ${to === undefined ? sql`` : sql`and t.completed_at < business_day_start(${to}::date + 1)`}
      ${
        disclosedTo === undefined
          ? sql``
          : sql`and exists (select from survey_disclosure d where d.member_id = t.member_id and d.survey_id = t.survey_id
            and d.audience = ${disclosedTo})`
      }
      ${
        quality === 'all' || disclosedTo !== undefined
          ? sql``
          : sql`and not exists (select from survey_review r where r.member_id = t.member_id and r.survey_id = t.survey_id
            and r.state in ${NOT_ACCEPTED})`
      }
      ${
        isCharged && disclosedTo === undefined
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

type Disclosing = { wanted: Respondents; audience: Audience }

/** Those whose answers should be in the counts of an audience and are not yet, and those who still are. */
function undisclosed({ wanted, audience }: Disclosing) {
  const all = { ...wanted, from: undefined, to: undefined, who: undefined, traits: [] }
  const { surveyId } = wanted
  return {
    fresh: sql`select r.member_id from (${respondents({ ...all, disclosedTo: undefined })}) r
      where not exists (select from survey_disclosure d where d.member_id = r.member_id and d.survey_id = ${surveyId} and d.audience = ${audience})`,
    gone: sql`select r.member_id from (${respondents({ ...all, disclosedTo: audience })}) r
      where not exists (select from (${respondents({ ...all, disclosedTo: undefined })}) w where w.member_id = r.member_id)`,
  }
}

/** How many would join the counts of an audience now, and leave them. */
export async function countUndisclosed(db: Db, disclosing: Disclosing) {
  const { fresh, gone } = undisclosed(disclosing)
  const { rows } = await sql<{ joining: number; leaving: number }>`
    select (select count(*) from (${fresh}) f) as joining, (select count(*) from (${gone}) g) as leaving
  `.execute(db)
  return rows[0] ?? { joining: 0, leaving: 0 }
}

/** Serialise changes of whose answers of a survey are in counts, until the transaction ends. */
export function lockDisclosure(trx: Trx, surveyId: string) {
  return trx
    .selectFrom('survey')
    .select('surveyId')
    .where('surveyId', '=', surveyId)
    .forNoKeyUpdate()
    .execute()
}

/** Let those join the counts of an audience who would. The caller holds the lock. */
export async function joinDisclosure(trx: Trx, disclosing: Disclosing): Promise<void> {
  const { wanted, audience } = disclosing
  await sql`insert into survey_disclosure (member_id, survey_id, audience)
    select f.member_id, ${wanted.surveyId}::uuid, ${audience}::text from (${undisclosed(disclosing).fresh}) f`.execute(
    trx,
  )
}

/** Take those out of the counts of an audience who would leave them. The caller holds the lock. */
export async function leaveDisclosure(trx: Trx, disclosing: Disclosing): Promise<void> {
  const { wanted, audience } = disclosing
  await sql`delete from survey_disclosure where survey_id = ${wanted.surveyId} and audience = ${audience}
    and member_id in (${undisclosed(disclosing).gone})`.execute(trx)
}

/** When answers last joined the counts of an audience. Null: none have. */
export async function findLastDisclosed(db: Db, { wanted, audience }: Disclosing): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(d.disclosed_at) as at from survey_disclosure d
    join survey_attempt t on t.member_id = d.member_id and t.survey_id = d.survey_id
    where d.survey_id = ${wanted.surveyId} and d.audience = ${audience} and t.questionnaire_version is not distinct from ${wanted.version}::int
  `.execute(db)
  return rows[0]?.at ?? null
}
