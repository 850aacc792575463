import type { TraitKey } from '@chuma/contract/surveys/eligibility/explain-rule'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import { countCategories } from './categories.ts'
import { answerIn, type Respondents, respondentOf, respondents, wordsOf } from './respondents.ts'

/** Count all attempts by what became of them. */
export async function countAttempts(db: Db, surveyId: string) {
  const { rows } = await sql<{
    started: number
    completed: number
    waiting: number
    rejected: number
    screenedOut: number
    medianSeconds: number | null
  }>`
    select count(*) as started, count(*) filter (where t.status = 'completed') as completed,
      count(*) filter (where r.state in ('held', 'appealed')) as waiting,
      count(*) filter (where r.state = 'rejected') as rejected,
      count(*) filter (where t.status = 'screened_out') as screened_out,
      percentile_cont(0.5) within group (order by extract(epoch from t.completed_at - t.started_at)::float8)
        filter (where t.status = 'completed' and (r.state is null or r.state in ('doubtful', 'paid'))) as median_seconds
    from survey_attempt t left join survey_review r using (member_id, survey_id) where t.survey_id = ${surveyId}
  `.execute(db)
  const [found] = rows
  if (!found) throw new Error('an aggregate gives one row')
  return found
}

export async function countCompletedByDay(db: Db, asked: Respondents) {
  const { rows } = await sql<{ day: string; completed: number }>`
    select business_day(completed_at)::text as day, count(*) as completed from (${respondents(asked)}) r group by 1 order by 1
  `.execute(db)
  return rows
}

/** Count who completed it by day, and by which of the bands of seconds between `edges` they took. */
export async function countPaces(db: Db, asked: Respondents, edges: readonly number[]) {
  const { rows } = await sql<{ day: string; band: number; people: number }>`
    select business_day(completed_at)::text as day, count(*) as people,
      width_bucket(extract(epoch from completed_at - started_at), ${sql.val([...edges])}::numeric[]) as band
    from (${respondents(asked, sql`, t.started_at`)}) r group by 1, 3
  `.execute(db)
  return rows
}

/** A question, what people had told about themselves, the day they completed it, or the version that they were asked. */
export type By = number | TraitKey | 'day' | 'version'

export async function countTraits(db: Db, asked: Respondents) {
  const { rows } = await sql<{ trait: string; count: number }>`
    select trait, count(*) as count from (${respondents(asked)}) r
    join survey_trait p on p.member_id = r.member_id and p.survey_id = ${asked.surveyId}
    cross join unnest(p.traits) trait
    where right(trait, 1) <> '=' group by trait
  `.execute(db)
  return rows
}

/** How many people have each combination of answers and traits; null: did not say. */
export async function countCells(db: Db, asked: Respondents, by: readonly By[]) {
  const { rows } = await sql<{ answers: (string | null)[]; count: number }>`
    select c.answers, count(*) as count from (${withCells(asked, by)}) c group by 1
  `.execute(db)
  return rows
}

type Counting = {
  questionIds: readonly number[]
  openIds?: readonly number[]
  /** Open questions whose categories are counted, as the part `coded`. */
  codedIds?: readonly number[]
  by: readonly By[]
}

/**
 * Count the answers to each question, and to each row of a grid, by the people's combination of answers to others. Of open answers,
 * `true` are those with words, and so is the part `other` of several choices. Of these each is counted, and null is anyone who answered.
 */
export async function countAnswers(
  db: Db,
  asked: Respondents,
  { questionIds, openIds = [], codedIds = [], by }: Counting,
) {
  // Equal answers are counted before choices and grids are taken apart: there are far fewer of them than people. Combinations have
  // numbers meanwhile, and the count is materialized: otherwise PostgreSQL sorts millions of answers on disk, in twice the time.
  const { rows } = await sql<{
    questionId: number
    part: string
    answer: string | null
    answers: (string | null)[]
    count: number
  }>`
    with people as materialized (${withCells(asked, by)}), cells as materialized (
      select answers, row_number() over ()::int as cell from (select distinct answers from people) d
    ), equal as materialized (
      select a.question_id, p.cell, count(*) as people,
        case when a.question_id = any(${sql.val(openIds)}::int[]) then to_jsonb(a.answer #>> '{}' <> '')
          when a.answer ? 'other' and a.answer ->> 'other' is not null then jsonb_set(a.answer, '{other}', 'true') else a.answer end as answer
      from (select member_id, cell from people join cells using (answers)) p
      join survey_answer a on a.member_id = p.member_id and a.survey_id = ${asked.surveyId}
        and a.question_id = any(${sql.val([...questionIds, ...openIds])}::int[])
      group by 1, 2, 4
    )
    select e.question_id, v.part, v.answer, c.answers, sum(e.people) as count
    from equal e join cells c using (cell) cross join lateral (
      select '' as part, ${answerIn(asked.aliases, sql`e.question_id`, sql`e.answer #>> '{}'`)} as answer where jsonb_typeof(e.answer) <> 'object'
      union all select '', null where e.answer -> 'choices' is not null
      union all select '', choice from jsonb_array_elements_text(e.answer -> 'choices') choice
      union all select 'other', 'true' where e.answer ->> 'other' is not null
      union all select key, value from jsonb_each_text(e.answer -> 'rows')
    ) v
    group by 1, 2, 3, 4
  `.execute(db)
  if (codedIds.length === 0) return rows
  const cells = withCells(asked, by)
  return [...rows, ...(await countCategories(db, asked, { questionIds: codedIds, cells }))]
}

/** The respondents with their combination of answers and traits; null: did not say. */
function withCells(asked: Respondents, by: readonly By[]): RawBuilder<unknown> {
  const cells = by.map((id, at) => ({ id, cell: sql.ref(`cell_${at}`) }))
  const answers = cells.map(({ id, cell }) =>
    typeof id === 'number'
      ? answerIn(asked.aliases, sql`${cell}.question_id`, sql`${cell}.answer #>> '{}'`)
      : id === 'version'
        ? sql`coalesce(r.questionnaire_version, 0)::text`
        : id === 'day'
          ? sql`business_day(r.completed_at)::text`
          : sql`(select nullif(substr(trait, ${id.length + 2}::int), '') from unnest(${cell}.traits) trait where starts_with(trait, ${`${id}=`}))`,
  )
  // A join for each question: looked up person by person they take several times as long.
  return sql`
    select r.member_id, array[${sql.join(answers)}]::text[] as answers from (${respondents(asked)}) r
    ${sql.join(
      cells.map(({ id, cell }) =>
        id === 'day' || id === 'version'
          ? sql``
          : typeof id === 'number'
            ? sql`
          left join survey_answer ${cell} on ${cell}.survey_id = ${asked.surveyId} and ${cell}.question_id = ${id}
            and ${cell}.member_id = r.member_id`
            : sql`
          left join survey_trait ${cell} on ${cell}.survey_id = ${asked.surveyId} and ${cell}.member_id = r.member_id`,
      ),
      sql``,
    )}
  `
}

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
      select ${respondentOf(asked.surveyId)} as id, ${wordsOf} as answer, business_day(r.completed_at)::text as answered_on,
        array(
          select y.code from survey_answer_category x join survey_category y on y.category_id = x.category_id
          where x.member_id = r.member_id and x.survey_id = ${asked.surveyId} and x.question_id = ${questionId} order by y.code
        ) as categories
      from (${respondents(asked)}) r
      join survey_answer a on a.member_id = r.member_id and a.survey_id = ${asked.surveyId} and a.question_id = ${questionId}
      where ${wordsOf} <> ''
        ${search === undefined ? sql`` : sql`and strpos(lower(${wordsOf}), lower(${search})) > 0`}
    ) o
    where true
      ${after === undefined ? sql`` : sql`and id > ${after}`}
      ${category === undefined ? sql`` : category === 0 ? sql`and cardinality(categories) = 0` : sql`and ${category} = any(categories)`}
    order by id limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Measure the surveys of which an attempt has ended or was rated, or a review was decided, since the last time, and return
 * their number. A transaction that began before and commits later is found within ten minutes.
 */
export async function measureChangedSurveys(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with since as (
      select coalesce(max(measured_at), '-infinity') - interval '10 minutes' as moment from survey_measure
    ), changed as (
      select a.survey_id from survey_attempt a, since where a.ended_at >= since.moment
      union
      select a.survey_id from survey_attempt a, since where a.rated_at >= since.moment
      union
      select r.survey_id from survey_review r, since
      where greatest(r.opened_at, r.decided_at, r.appealed_at, r.answered_at) >= since.moment
    ), ended as (
      select a.survey_id, a.status, a.rating, survey.kind = 'questions' and a.ended_at > a.started_at as is_timed,
        extract(epoch from a.ended_at - a.started_at)::double precision as seconds
      from changed
      join survey on survey.survey_id = changed.survey_id
      join survey_attempt a on a.survey_id = changed.survey_id
      left join survey_review r on r.member_id = a.member_id and r.survey_id = a.survey_id
      where a.status = 'screened_out'
        or (a.status = 'completed' and coalesce(r.state in ('paid', 'doubtful'), true))
    )
    insert into survey_measure (survey_id, complete_count, screen_out_count, complete_seconds, screen_out_seconds,
      rating, rating_count)
    select changed.survey_id, count(*) filter (where status = 'completed'), count(*) filter (where status = 'screened_out'),
      percentile_cont(0.5) within group (order by seconds) filter (where status = 'completed' and is_timed),
      percentile_cont(0.5) within group (order by seconds) filter (where status = 'screened_out' and is_timed),
      round(avg(rating), 1), count(rating)
    from changed left join ended on ended.survey_id = changed.survey_id
    group by changed.survey_id
    on conflict (survey_id) do update set
      complete_count = excluded.complete_count, screen_out_count = excluded.screen_out_count,
      complete_seconds = excluded.complete_seconds, screen_out_seconds = excluded.screen_out_seconds,
      rating = excluded.rating, rating_count = excluded.rating_count,
      measured_at = excluded.measured_at
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
