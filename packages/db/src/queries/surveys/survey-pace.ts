import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { touchListView } from '../tasks/task-views.ts'

type SurveyRef = { memberId: string; surveyId: string }

/** More surveys than this in an hour are too many whatever came before. */
const MOST_RECENT = 50

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

type Pace = {
  /** Since the survey was first sent to the member, by the database's clock; null if it never was. */
  surveySeconds: number | null
  listSeconds: number | null
  /** Surveys of the last day that are in doubt, or were rejected. */
  flaggedLastDay: number
}

/** Read since when a member could have answered, and how often their answers were in doubt lately. */
export async function readPace(trx: Trx, { memberId, surveyId }: SurveyRef): Promise<Pace> {
  const since = (kind: string) => sql`(
    select extract(epoch from clock_timestamp() - v.seen_at) from task_list_view v
    where v.member_id = ${memberId} and v.kind = ${kind}
  )`
  const { rows } = await sql<Pace>`
    select ${since(nameOf(surveyId))} as survey_seconds, ${since(LIST)} as list_seconds, (
      select count(*) from survey_review r
      where r.member_id = ${memberId} and r.opened_at > now() - interval '1 day' and r.state <> 'paid'
    ) as flagged_last_day
  `.execute(trx)
  const [pace] = rows
  if (!pace) throw new Error('no row from a query that always has one')
  return pace
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

/**
 * List the surveys that a member answered in the last hour, newest first, with the seconds since then. One whose doubt has ended
 * is no reason for another.
 */
export async function listRecentSurveys(trx: Trx, memberId: string) {
  const { rows } = await sql<{ secondsAgo: number; questions: SurveyQuestion[] }>`
    select extract(epoch from clock_timestamp() - a.completed_at) as seconds_ago, a.questions
    from survey_attempt a
    where a.member_id = ${memberId} and a.status = 'completed' and a.completed_at > now() - interval '1 hour'
      and a.questions <> '[]' and not exists (
        select from survey_review r
        where r.member_id = a.member_id and r.survey_id = a.survey_id and r.state = 'paid'
      )
    order by a.completed_at desc, a.attempt_id
    limit ${MOST_RECENT}
  `.execute(trx)
  return rows
}

/** Whether a member gave one of these answers, compared without punctuation, to another survey. */
export async function repeatsOwnAnswer(
  trx: Trx,
  { memberId, surveyId }: SurveyRef,
  texts: readonly string[],
): Promise<boolean> {
  if (texts.length === 0) return false
  const { rows } = await sql`
    select from survey_answer a
    where a.member_id = ${memberId} and a.survey_id <> ${surveyId} and jsonb_typeof(a.answer) = 'string'
      and trim(regexp_replace(lower(a.answer #>> '{}'), '[^[:alnum:]]+', ' ', 'g')) = any(${sql.val(texts)}::text[])
    limit 1
  `.execute(trx)
  return rows.length > 0
}

/** Store the keyed hashes of a member's open answers. */
export async function insertAnswerPrints(trx: Trx, memberId: string, hashes: readonly Buffer[]) {
  if (hashes.length === 0) return
  await trx
    .insertInto('answerPrint')
    .values(hashes.map((hash) => ({ hash, memberId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Count the other members who gave the answer with one of these hashes, which are of one text. */
export async function countOthersWith(
  trx: Trx,
  memberId: string,
  hashes: readonly Buffer[],
): Promise<number> {
  const { others } = await trx
    .selectFrom('answerPrint')
    .select(sql<number>`count(distinct member_id)`.as('others'))
    .where('hash', 'in', hashes)
    .where('memberId', '<>', memberId)
    .executeTakeFirstOrThrow()
  return others
}
