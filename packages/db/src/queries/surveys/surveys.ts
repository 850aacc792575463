import { STATISTICS_CONSENT_VERSION } from '@chuma/contract/profile/profile'
import { PREFER_NOT } from '@chuma/contract/profile/profile-attributes'
import type { AnswerQuality } from '@chuma/contract/surveys/answer-quality'
import { TRAIT_KEYS, TRAITS, type TraitKey } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { PlainQuestion, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { announce } from '../listen.ts'
import { ageBandOf } from './eligibility.ts'
import { countTakenPlaces, setTakenPlaces } from './survey-offers.ts'

type SurveyRef = { memberId: string; surveyId: string }
type NewSurvey = Omit<Insertable<Database['survey']>, 'questions' | 'answerQuality'> & {
  questions: PlainQuestion[] | null
}

/**
 * Serialise taking a place in a survey with a quota, until the transaction ends, and return whether one is left. A survey
 * without a quota is not locked.
 */
export async function takeSurveyPlace(trx: Trx, surveyId: string): Promise<boolean> {
  const limited = await trx
    .selectFrom('survey')
    .select('quota')
    .where('surveyId', '=', surveyId)
    .where('quota', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!limited?.quota) return true
  // A separate statement, begun after the lock, sees who took the previous places.
  const taken = await countTakenPlaces(trx, surveyId)
  if (taken >= limited.quota) return false
  await setTakenPlaces(trx, surveyId, taken + 1)
  return true
}

/** Add surveys with new titles. The table lock keeps two processes that start at once from adding one twice. */
export async function insertMissingSurveys(trx: Trx, surveys: readonly NewSurvey[]) {
  await sql`lock table survey in share row exclusive mode`.execute(trx)
  const rows = await trx
    .selectFrom('survey')
    .select('title')
    .where(
      'title',
      'in',
      surveys.map(({ title }) => title),
    )
    .execute()
  const known = new Set(rows.map(({ title }) => title))
  const missing = surveys.filter(({ title }) => !known.has(title))
  if (missing.length === 0) return
  await announce(trx, 'survey_change')
  await trx
    .insertInto('survey')
    .values(missing.map((row) => ({ ...row, questions: row.questions && JSON.stringify(row.questions) })))
    .execute()
}

type AttemptRef = { memberId: string; surveyId: string }

const ATTRIBUTES = TRAIT_KEYS.map((key) => TRAITS[key].attribute)

/** What a member's profile says now: unexpired answers whose consent covers statistics. */
const toldBy = (memberId: string) => sql`(
      select case attribute when 'birth_year' then 'age' else attribute end as key,
        case attribute when 'birth_year' then ${ageBandOf(sql`codes`)} else codes[1] end as code
      from profile_answer
      where member_id = ${memberId} and attribute = any(${sql.val(ATTRIBUTES)}::text[]) and expires_at > now()
        and consent_version >= ${STATISTICS_CONSENT_VERSION} and ${PREFER_NOT} <> all (codes)
    ) told`

/** Read what conditions of a questionnaire may know about a member. */
export async function listTraits(db: Db, memberId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ key: string; code: string }>`
    select key, code from ${toldBy(memberId)} where code is not null
  `.execute(db)
  return Object.fromEntries(rows.map(({ key, code }) => [key, code]))
}

/** Keeps what a member's profile says as they complete a survey. The caller holds the wallet's lock, so that an answer that is being withdrawn is not kept. */
export const traitsInsert = ({ memberId, surveyId }: AttemptRef) => sql`
    insert into survey_trait (member_id, survey_id, traits)
    select ${memberId}, ${surveyId}, array_agg(key || '=' || code order by key) from ${toldBy(memberId)}
    where code is not null having count(*) > 0
    on conflict (member_id, survey_id) do nothing
    returning survey_id
`

/** Forget a trait in every survey that the member has completed. What is left says only that it was withdrawn. */
export async function forgetTrait(trx: Trx, memberId: string, key: TraitKey): Promise<void> {
  const told = `${key}=`
  await sql`
    update survey_trait set traits = array(
      select case when starts_with(trait, ${told}) then ${told} else trait end from unnest(traits) with ordinality t(trait, at) order by at
    )
    where member_id = ${memberId} and exists (select from unnest(traits) trait where starts_with(trait, ${told}))
  `.execute(trx)
}

/** More surveys than this in an hour are too many whatever came before. */
const MAX_RECENT = 50

const LIST = 'surveys'
const nameOf = (surveyId: string) => `survey:${surveyId}` as const

/** Record that a member was just sent the list of surveys, or one survey. The first time of a business day counts. */
export function touchSurveys(db: Db, memberId: string, surveyId?: string): Promise<void> {
  return touchListView(db, memberId, surveyId === undefined ? LIST : nameOf(surveyId))
}

/**
 * Serialise this member's completions until the transaction ends, and return their balance: each sees the time of the one before.
 * The lock is the wallet's, which paying takes anyway.
 */
export async function lockCompletions(trx: Trx, memberId: string): Promise<number> {
  const wallet = await trx
    .selectFrom('wallet')
    .select('available')
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  return wallet?.available ?? 0
}

type Conduct = {
  isErased: boolean
  /** Since the survey was first sent to the member, by the database's clock; null if it never was. */
  surveySeconds: number | null
  listSeconds: number | null
  /** Surveys of the last day that are in doubt, or were rejected. */
  flaggedLastDay: number
  /**
   * Other surveys of the last hour, newest first, with the seconds since then. One whose doubt has ended is no reason for
   * another.
   */
  recent: { secondsAgo: number; questions: SurveyQuestion[] }[]
  repeatsOwnWords: boolean
  /** The rules that the survey has set. */
  quality: AnswerQuality | null
  /** The network and browser of the member's newest session, as one text. */
  device: string | null
}

type Answering = SurveyRef & {
  /** The open answers that are compared with those to other surveys, in small letters and without punctuation. */
  texts: readonly string[]
}

/** Read how a member has been answering, once the lock of their completions is held. */
export async function readConduct(trx: Trx, { memberId, surveyId, texts }: Answering): Promise<Conduct> {
  const since = (kind: string) => sql`(
    select extract(epoch from clock_timestamp() - v.seen_at) from task_list_view v
    where v.member_id = ${memberId} and v.kind = ${kind}
  )`
  const { rows } = await sql<Conduct>`
    select member.erased_at is not null as is_erased,
      ${since(nameOf(surveyId))} as survey_seconds, ${since(LIST)} as list_seconds, (
        select count(*) from survey_review r
        where r.member_id = ${memberId} and r.opened_at > now() - interval '1 day' and r.state <> 'paid'
      ) as flagged_last_day, (
        select coalesce(jsonb_agg(jsonb_build_object('secondsAgo', seconds_ago, 'questions', questions) order by place), '[]') from (
          select extract(epoch from clock_timestamp() - a.completed_at) as seconds_ago, a.questions,
            row_number() over (order by a.completed_at desc, a.attempt_id) as place
          from survey_attempt a
          where a.member_id = ${memberId} and a.status = 'completed' and a.completed_at > now() - interval '1 hour'
            and a.questions <> '[]' and not exists (
              select from survey_review r
              where r.member_id = a.member_id and r.survey_id = a.survey_id and r.state = 'paid'
            )
          order by place limit ${MAX_RECENT}
        ) newest
      ) as recent, exists (
        select from survey_answer a
        where ${texts.length > 0}::boolean and a.member_id = ${memberId} and a.survey_id <> ${surveyId} and jsonb_typeof(a.answer) = 'string'
          and trim(regexp_replace(lower(a.answer #>> '{}'), '[^[:alnum:]]+', ' ', 'g')) = any(${sql.val(texts)}::text[])
      ) as repeats_own_words,
      (select s.answer_quality from survey s where s.survey_id = ${surveyId}) as quality, (
        select host(s.address) || ' ' || s.user_agent from session s
        where s.member_id = ${memberId} and s.address is not null and s.user_agent is not null
        order by s.last_seen_at desc limit 1
      ) as device
    from member where member_id = ${memberId}
  `.execute(trx)
  const [conduct] = rows
  if (!conduct) throw new Error(`no member ${memberId}`)
  return conduct
}

/** Of how many others the median is taken: the newest, because an index gives them at once. */
const OTHERS = 100

/** Read the median time of the newest others who completed the same version; null if there are none. Rejected answers are left out. */
export async function readOthersTime(
  trx: Trx,
  { memberId, surveyId, version }: SurveyRef & { version: number | null },
): Promise<{ medianSeconds: number; count: number } | null> {
  // PostgreSQL takes `is not distinct from null` for rare, and would read everybody who ever completed the survey.
  const isOfVersion =
    version === null ? sql`a.questionnaire_version is null` : sql`a.questionnaire_version = ${version}`
  const { rows } = await sql<{ medianSeconds: number | null; count: number }>`
    select round(percentile_cont(0.5) within group (order by seconds))::int as median_seconds, count(*)::int as count
    from (
      select extract(epoch from a.completed_at - a.started_at)::float8 as seconds from survey_attempt a
      where a.survey_id = ${surveyId} and a.status = 'completed' and a.member_id <> ${memberId}
        and ${isOfVersion}
        and not exists (
          select from survey_review r
          where r.member_id = a.member_id and r.survey_id = a.survey_id and r.state in ('rejected', 'appealed')
        )
      order by a.completed_at desc
      limit ${OTHERS}
    ) newest
  `.execute(trx)
  const [found] = rows
  return found?.medianSeconds == null ? null : { medianSeconds: found.medianSeconds, count: found.count }
}

/** Store the keyed hashes of what a member answered, and with what. */
export async function insertAnswerPrints(trx: Trx, memberId: string, hashes: readonly Buffer[]) {
  if (hashes.length === 0) return
  await trx
    .insertInto('answerPrint')
    .values(hashes.map((hash) => ({ hash, memberId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Count the other members who have one of these hashes, which are of one text. */
export async function countOthersWith(trx: Trx, memberId: string, hashes: readonly Buffer[]) {
  const { others } = await trx
    .selectFrom('answerPrint')
    .select(sql<number>`count(distinct member_id)`.as('others'))
    .where('hash', 'in', hashes)
    .where('memberId', '<>', memberId)
    .executeTakeFirstOrThrow()
  return others
}

type ListKind = 'video' | 'ad' | 'surveys' | `survey:${string}`

/** Whether `touchListView` would change nothing: readers of a list ask with it, and save the statement. */
export const wasSentToday = (memberId: string, kind: ListKind) => sql<boolean>`exists (
  select from task_list_view seen
  where seen.member_id = ${memberId} and seen.kind = ${kind}
    and business_day(seen.seen_at) >= business_day(statement_timestamp())
    and not exists (
      select from task_view v
      where v.member_id = ${memberId} and v.kind = ${kind} and v.voided_at >= seen.seen_at
    )
)`

/**
 * Record that a member was just sent a list. The first one of a business day counts, so that a caller who polls does not
 * restart their own clock; after a view that was left, the next one does.
 */
export async function touchListView(db: Db, memberId: string, kind: ListKind): Promise<void> {
  // The conflict's own condition cannot decide it: Citus refuses functions of the time zone there.
  await sql`
    insert into task_list_view (member_id, kind, seen_at)
    select ${memberId}::uuid, ${kind}, statement_timestamp()
    where not ${wasSentToday(memberId, kind)}
    on conflict (member_id, kind) do update set seen_at = excluded.seen_at
  `.execute(db)
}
