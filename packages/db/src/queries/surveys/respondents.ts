import { FILES_CONSENT_VERSION } from '@chuma/contract/profile/profile'
import type { QualityFlag } from '@chuma/contract/surveys/answer-quality'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { TraitKey } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { QualitySign } from '@chuma/contract/surveys/reviews'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { attributeOf } from './eligibility.ts'

/** Whose answers count. Days are Kenya's. */
export type Respondents = {
  surveyId: string
  /** Of its questionnaire; null: its plain list. */
  version: number | null | 'all'
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
  /** What the labels that a plain list stored are called since, by question. */
  aliases?: Aliases | undefined
}

/** Codes of options by the labels that stood for them before, by question id. */
export type Aliases = Readonly<Record<number, Readonly<Record<string, string>>>>

/** One of the answers that people give to a closed question, under its present code. */
export function answerIn(
  aliases: Aliases | undefined,
  questionId: RawBuilder<unknown>,
  answer: RawBuilder<unknown>,
) {
  if (!aliases || Object.keys(aliases).length === 0) return answer
  return sql`coalesce(${JSON.stringify(aliases)}::jsonb -> ${questionId}::text ->> (${answer}), ${answer})`
}

/** What `a`, an answer, says in the member's own words: an open answer, or what they typed at "Other". Empty: nothing. */
export const wordsOf = sql<string>`coalesce(a.answer ->> 'other', case when jsonb_typeof(a.answer) <> 'object' then a.answer #>> '{}' end, '')`

/** Readers of counts who may not see single answers. */
export type Audience = 'staff' | 'client'

/** The states of a review in which answers wait or do not count. */
const NOT_ACCEPTED = sql`('held', 'rejected', 'appealed')`

/** Those who completed the survey and are not filtered out, with columns of one's own. */
export function respondents(
  {
    surveyId,
    version,
    from,
    to,
    quality,
    who,
    traits = [],
    isCharged = false,
    disclosedTo,
    aliases,
  }: Respondents,
  columns: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    select t.member_id, t.attempt_id, t.completed_at, t.questionnaire_version ${columns} from survey_attempt t
    where t.survey_id = ${surveyId} and t.status = 'completed' ${ofVersion(version)}
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
            and w.question_id = ${who.questionId}
            and ${answerIn(aliases, sql`w.question_id`, sql`w.answer #>> '{}'`)} = ${who.answer})`
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

const ofVersion = (version: Respondents['version']) =>
  version === 'all' ? sql`` : sql`and t.questionnaire_version is not distinct from ${version}::int`

/** The pseudonym of `r`, someone's attempt at a survey. */
export const respondentOf = (surveyId: string, attemptId: RawBuilder<unknown> = sql`r.attempt_id`) =>
  sql<string>`respondent_of(${attemptId}, (select respondent_key from survey where survey_id = ${surveyId}))`

/** The key of `p` in all surveys of this one's series and client, if there is a series and they agreed to it. */
const linkOf = (surveyId: string) => sql<string | null>`(
    select respondent_key_of(c.link_key, (
      select coalesce(o.organisation_id::text, '') || '/' || lower(s.series)
      from survey s left join client_survey o on o.survey_id = s.survey_id
      where s.survey_id = ${surveyId} and s.series <> ''
    )) from profile_choice c where c.member_id = p.member_id
  )`

/** What a file may say about the person and what they answered on, with the answers. */
export type Told = TraitKey | 'ageYears' | 'cell' | 'device'

export type StoredRow = Omit<RespondentRow, 'lastDay'> & { day: string; seconds: number; isAccepted: boolean }
/** Times are as coarse as their reader may know them. Null: not at all. */
export type RespondentRow = {
  respondent: string
  /** The same in all surveys of the series. Null without their consent, or a series. */
  respondentKey: string | null
  /** Of the questionnaire; null: the plain list. */
  version: number | null
  day: string | null
  /** The last day of the period that `day` begins. */
  lastDay: string | null
  seconds: number | null
  flags: QualityFlag[]
  /** What each flag adds to the score. */
  signs: Pick<QualitySign, 'points'>[]
  language: string | null
  /** What they agreed to have beside their answers: attributes of the profile, years of age, and the cell of a quota. */
  told: Partial<Record<Told, string>>
  /** What they may be counted by, as `sex=female`. */
  traits: string[]
  answers: Record<string, AnswerValue>
  /** The wordings that they read, by question. */
  variants: Record<string, string>
  /** The codes of the categories of open answers, by question. */
  categories: Record<string, number[]>
}

export async function countRespondents(trx: Db, asked: Respondents): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from (${respondents(asked)}) r
  `.execute(trx)
  return rows[0]?.people ?? 0
}

type Reading = {
  limit: number
  /** Some question has several wordings: which one was read is kept with what was asked. */
  hasVariants: boolean
  /** Reads, before the first row and as of the same moment, what the rows need. */
  prepare: (trx: Db) => Promise<void>
}

/**
 * Read everyone with all their answers, in the order of their pseudonyms and as of one moment, a few hundred at a time, after a first time without
 * any. Holds a connection until it is read to its end or left.
 */
export async function* streamRespondents(
  db: Db,
  asked: Respondents,
  { limit, hasVariants, prepare }: Reading,
): AsyncGenerator<StoredRow[], void> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    await prepare(trx)
    yield []
    await openCursor(trx, asked, { limit, hasVariants })
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

/** The bytes in UTF-8 of the longest words that these people gave to each question. */
export async function measureWords(db: Db, asked: Respondents): Promise<Map<number, number>> {
  const { rows } = await sql<{ questionId: number; bytes: number }>`
    select a.question_id, max(octet_length(${wordsOf})) as bytes from (${respondents(asked)}) r
    join survey_answer a on a.member_id = r.member_id and a.survey_id = ${asked.surveyId}
    where jsonb_typeof(a.answer) = 'string' or a.answer ->> 'other' is not null group by 1
  `.execute(db)
  return new Map(rows.map(({ questionId, bytes }) => [questionId, bytes]))
}

async function openCursor(
  trx: Db,
  asked: Respondents,
  { limit, hasVariants }: Omit<Reading, 'prepare'>,
): Promise<void> {
  const questions = hasVariants ? sql`t.questions` : sql`null::jsonb as questions`
  await sql`
    declare respondents no scroll cursor for
    with chosen as materialized (
      select ${respondentOf(asked.surveyId)} as respondent, r.member_id, r.completed_at, r.questions, r.questionnaire_version as version,
        r.language, r.device, business_day(r.completed_at)::text as day,
        extract(epoch from r.completed_at - r.started_at)::int as seconds,
        not exists (select from survey_review v where v.member_id = r.member_id and v.survey_id = ${asked.surveyId}
          and v.state in ${NOT_ACCEPTED}) as is_accepted
      from (${respondents(asked, sql`, t.started_at, t.language, t.device, ${questions}`)}) r
      order by respondent limit ${limit}
    )
    select p.respondent, ${linkOf(asked.surveyId)} as respondent_key, p.version, p.day, p.seconds, p.is_accepted, p.language, coalesce(a.answers, '{}') as answers,
      coalesce((
        select jsonb_object_agg(q ->> 'id', q ->> 'variant') from jsonb_array_elements(p.questions) q where q ? 'variant'
      ), '{}') as variants,
      coalesce(c.categories, '{}') as categories, coalesce(v.flags, '{}') as flags, coalesce(v.signs, '[]') as signs,
      ${toldBy(asked.surveyId)} as told, coalesce(s.traits, '{}') as traits
    from chosen p left join survey_review v on v.member_id = p.member_id and v.survey_id = ${asked.surveyId}
    left join survey_trait s on s.member_id = p.member_id and s.survey_id = ${asked.surveyId}
    left join lateral (
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

/** How many of these people a file would give each value of what they told, so that it can leave out small ones. */
export async function countTold(db: Db, asked: Respondents) {
  const { rows } = await sql<{ key: Told; value: string; people: number }>`
    select o.key, o.value, count(*) as people from (select ${toldBy(asked.surveyId)} as told from (${respondents(asked, sql`, t.device`)}) p) told
    cross join lateral jsonb_each_text(told.told) o group by 1, 2
  `.execute(db)
  return rows
}

const isAgreed = sql`g.consent_version >= ${FILES_CONSENT_VERSION} and g.expires_at > now()`

/**
 * What `p`, someone who completed a survey, told about themselves by then, and the cell that it put them in: only attributes whose consent covers
 * files, and which they have not withdrawn since.
 */
const toldBy = (surveyId: string) => sql`jsonb_strip_nulls(coalesce((
    select jsonb_object_agg(split_part(trait, '=', 1), split_part(trait, '=', 2))
    from survey_trait s cross join unnest(s.traits) trait
    join profile_answer g on g.member_id = s.member_id
      and g.attribute = ${attributeOf(sql`split_part(trait, '=', 1)`)}
    where s.member_id = p.member_id and s.survey_id = ${surveyId} and right(trait, 1) <> '=' and ${isAgreed}
  ), '{}') || jsonb_build_object('ageYears', (
    select (extract(year from business_day(p.completed_at))::int - g.codes[1]::int)::text
    from profile_answer g join survey_trait s on s.member_id = g.member_id and s.survey_id = ${surveyId}
    where g.member_id = p.member_id and g.attribute = 'birth_year' and g.codes[1] ~ '^[0-9]{4}$' and ${isAgreed}
      and exists (select from unnest(s.traits) trait where starts_with(trait, 'age=') and right(trait, 1) <> '=')
  ), 'device', p.device, 'cell', (
    select l.cell from survey_place l join survey_cell c on c.survey_id = l.survey_id and c.cell = l.cell
    where l.member_id = p.member_id and l.survey_id = ${surveyId} and l.state in ('answered', 'accepted')
      and not exists (select from jsonb_object_keys(c.profile) key where not exists (
        select from profile_answer g where g.member_id = l.member_id and g.attribute = ${attributeOf(sql`key`)} and ${isAgreed}
      ))
  )))`

type Disclosing = { wanted: Respondents; audience: Audience }

/** Whatever they are filtered by. */
const everyone = (wanted: Respondents): Respondents => ({
  ...wanted,
  from: undefined,
  to: undefined,
  who: undefined,
  traits: [],
})

/** Those whose answers should be in the counts of an audience and are not yet, and those who still are. */
function undisclosed({ wanted, audience }: Disclosing) {
  const all = everyone(wanted)
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
export async function joinDisclosure(trx: Trx, { wanted, audience }: Disclosing): Promise<void> {
  // Also those who are there: to search for each among the rows that this statement adds takes the square of their number.
  await sql`insert into survey_disclosure (member_id, survey_id, audience)
    select r.member_id, ${wanted.surveyId}::uuid, ${audience}::text from (${respondents({ ...everyone(wanted), disclosedTo: undefined })}) r
    on conflict do nothing`.execute(trx)
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
    where d.survey_id = ${wanted.surveyId} and d.audience = ${audience} ${ofVersion(wanted.version)}
  `.execute(db)
  return rows[0]?.at ?? null
}
