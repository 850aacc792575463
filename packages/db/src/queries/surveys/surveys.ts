import type { Page } from '@chuma/contract/pages'
import type {
  AttemptStatus,
  PlainQuestion,
  SurveyKind,
  SurveyQuestion,
} from '@chuma/contract/surveys/surveys'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { isCellOpen } from './quota-places.ts'

type SurveyRef = { memberId: string; surveyId: string }
type NewSurvey = Omit<Insertable<Database['survey']>, 'questions'> & { questions: PlainQuestion[] | null }

/** A deleted survey is not active: the table ensures it. */
const isOpenToMember = sql<boolean>`(
  survey.is_active and lower(survey.country) in ('', 'global', lower(member.country))
  and coalesce(survey.starts_at <= now(), true) and coalesce(survey.ends_at > now(), true)
)`

/**
 * Whether open and completed attempts have reached the quota; screened-out and expired ones give their place back. Surveys
 * without a quota count nothing: counting made the list take 1.5 times as long.
 */
const isFull = sql<boolean>`case when survey.quota is null then false else coalesce((
  select sum(taken.taken) from survey_count taken where taken.survey_id = survey.survey_id
), 0) >= survey.quota end`

/**
 * Whether a survey with quotas has a place for this member, as far as their profile decides. Surveys without quotas read one key.
 */
const hasOpenCell = sql<boolean>`case when not exists (
  select from survey_quota quota where quota.survey_id = survey.survey_id
) then true else exists (
  select from survey_quota quota join survey_cell cell on cell.survey_id = quota.survey_id
  where quota.survey_id = survey.survey_id and ${isCellOpen} and not exists (
    select from jsonb_each(cell.profile) need where not exists (
      select from profile_answer p where p.member_id = member.member_id and p.attribute = need.key
        and p.expires_at > now() and need.value ?| p.codes
    )
  )
) end`

/** Whether a survey's client can pay one more answer. Surveys without an order read one key. */
const isPayable = sql<boolean>`not exists (
  select from client_order o join client_account a on a.organisation_id = o.organisation_id
  where o.survey_id = survey.survey_id and a.prepaid_cents - a.reserved_cents - a.consumed_cents < o.price_cents
)`

type OfferedSurvey = {
  id: string
  title: string
  description: string
  reward: number
  duration: number
  category: string
  country: string
  rating: number
  isActive: boolean
  kind: SurveyKind
  status: AttemptStatus | null
  promisedPoints: number | null
  /** As promised at the start, else as the offer says now. */
  screenOutPoints: number
  completeCount: number
  screenOutCount: number
  completeSeconds: number | null
  screenOutSeconds: number | null
}

/** Aliased in camelCase, so that none of some hundred rows is copied to rename its columns. */
const ofSurvey = sql`
  survey.survey_id as id, survey.title, survey.description, survey.reward_usd as reward,
  survey.duration_minutes as duration, survey.category, survey.country, survey.rating, survey.is_active as "isActive",
  survey.kind, attempt.status, attempt.reward_points as "promisedPoints",
  coalesce(attempt.screen_out_points, survey.screen_out_points) as "screenOutPoints",
  coalesce(measure.complete_count, 0) as "completeCount", coalesce(measure.screen_out_count, 0) as "screenOutCount",
  measure.complete_seconds as "completeSeconds", measure.screen_out_seconds as "screenOutSeconds"
`

/** Each survey beside one member and their attempt at it. */
const surveysOf = (memberId: string) => sql`
  survey
  join member on member.member_id = ${memberId}
  left join survey_attempt attempt on attempt.survey_id = survey.survey_id and attempt.member_id = ${memberId}
  left join survey_measure measure on measure.survey_id = survey.survey_id
`

/** The questionnaire that the member is asked: the version of their attempt, or else the newest. */
const withQuestionnaire = sql`
  left join lateral (
    select v.version, v.question_count from questionnaire_version v
    where v.survey_id = survey.survey_id and survey.kind = 'questions'
      and (attempt.member_id is null or v.version = attempt.questionnaire_version)
    order by v.version desc limit 1
  ) published on true
`

type ToTake = { memberId: string; closed?: readonly string[] | undefined } & Page

/**
 * List what the member may start or continue, newest first. `questionCount` is null when the category decides. `closed`: what is
 * for other members.
 */
export async function listSurveysToTake(
  db: Db,
  memberId: string,
  { after, limit, closed }: Omit<ToTake, 'memberId'>,
) {
  const isAfter = sql`and (survey.created_at, survey.survey_id) <
    (select a.created_at, a.survey_id from survey a where a.survey_id = ${after})`
  // Started ones stay open, even if they are for other members now.
  const isForOthers = sql`and (attempt.member_id is not null or survey.survey_id <> all(${closed}::uuid[]))`
  const { rows } = await sql<OfferedSurvey & { questionCount: number | null }>`
    select ${ofSurvey},
      coalesce(
        published.question_count,
        jsonb_array_length(attempt.questions), nullif(jsonb_array_length(survey.questions), 0)
      ) as "questionCount"
    from ${surveysOf(memberId)} ${withQuestionnaire}
    where ${isOpenToMember} and (attempt.status is null or attempt.status in ('started', 'in_progress'))
      and (attempt.member_id is not null or (not ${isFull} and ${hasOpenCell} and ${isPayable}))
      ${closed === undefined ? sql`` : isForOthers} ${after === undefined ? sql`` : isAfter}
    order by survey.created_at desc, survey.survey_id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Find a survey that the member may start or has started; a started one stays theirs when it is disabled or they move.
 * `questions` are those they were asked, else those of the survey, and null when the category decides. A questionnaire replaces
 * them.
 */
export async function findSurvey(db: Db, { memberId, surveyId }: SurveyRef) {
  const { rows } = await sql<
    OfferedSurvey & { questions: SurveyQuestion[] | null; questionnaireVersion: number | null }
  >`
    select ${ofSurvey}, coalesce(attempt.questions, survey.questions) as questions,
      published.version as "questionnaireVersion"
    from ${surveysOf(memberId)} ${withQuestionnaire}
    where survey.survey_id = ${surveyId} and (${isOpenToMember} or attempt.member_id is not null)
  `.execute(db)
  return rows[0]
}

/**
 * Serialise taking a place in a survey with a quota, until the transaction ends, and return whether one is left. A survey
 * without a quota is not locked.
 */
export async function takeSurveyPlace(trx: Trx, surveyId: string): Promise<boolean> {
  const limited = await trx
    .selectFrom('survey')
    .select('surveyId')
    .where('surveyId', '=', surveyId)
    .where('quota', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!limited) return true
  // A separate statement, begun after the lock, sees who took the previous places.
  const { full } = await trx
    .selectFrom('survey')
    .select(isFull.as('full'))
    .where('surveyId', '=', surveyId)
    .executeTakeFirstOrThrow()
  return !full
}

/** Find the address of a partner's survey, before a member's click is inserted into it. */
export function findSurveyTarget(db: Db, surveyId: string) {
  return db
    .selectFrom('survey')
    .select(['externalUrl as url', 'partnerId'])
    .where('surveyId', '=', surveyId)
    .executeTakeFirst()
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
  await trx
    .insertInto('survey')
    .values(missing.map((row) => ({ ...row, questions: row.questions && JSON.stringify(row.questions) })))
    .execute()
}
