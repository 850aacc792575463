import type { Rule } from '@chuma/contract/surveys/eligibility/eligibility'
import type { AttemptStatus, SurveyKind, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import { ageBandOf, attributeOf, factsOf, type MemberFacts } from './eligibility.ts'
import { isCellOpen } from './quotas.ts'
import { wasSentToday } from './surveys.ts'

const isForMember = (country: RawBuilder<unknown>) => sql<boolean>`
  lower(${country}) in ('', 'global', lower(member.country))`

const isInWindow = sql<boolean>`(
  coalesce(survey.starts_at <= now(), true) and coalesce(survey.ends_at > now(), true)
)`

const isFull = sql<boolean>`coalesce(survey.taken_count >= survey.quota, false)`

/** Whether a survey with quotas has a place for this member, as far as their profile decides. */
const hasOpenCell = (memberId: string) => sql<boolean>`exists (
  select from survey_quota quota join survey_cell cell on cell.survey_id = quota.survey_id
  where quota.survey_id = survey.survey_id and ${isCellOpen} and not exists (
    select from jsonb_each(cell.profile) need where not exists (
      select from profile_answer p where p.member_id = ${memberId} and p.attribute = ${attributeOf(sql`need.key`)}
        and p.expires_at > now()
        and need.value ?| case need.key when 'age' then array[${ageBandOf(sql`p.codes`)}] else p.codes end
    )
  )
)`

/** Whether a survey's client can pay one more answer. Read once for all surveys: orders are on the first server. */
const isPayable = sql<boolean>`survey.survey_id not in (
  select o.survey_id from client_order o join client_account a on a.organisation_id = o.organisation_id
  where a.prepaid_cents - a.reserved_cents - a.consumed_cents < o.price_cents
)`

/** A client's survey begins once they have agreed to a price. */
const hasPrice = sql<boolean>`(
  not exists (select from client_survey c where c.survey_id = survey.survey_id)
  or exists (select from client_order o where o.survey_id = survey.survey_id)
)`

/** What members read about a survey. */
type OfferedSurvey = {
  id: string
  title: string
  description: string
  reward: number
  duration: number
  category: string
  country: string
  /** The mean of its stars; 0 while nobody has rated it. */
  rating: number
  ratingCount: number
  isActive: boolean
  kind: SurveyKind
  screenOutPoints: number
  completeCount: number
  screenOutCount: number
  completeSeconds: number | null
  screenOutSeconds: number | null
}

/** Aliased in camelCase, so that none of some hundred rows is copied to rename its columns. */
const offered = sql`
  survey.survey_id as id, survey.title, survey.description, survey.reward_usd as reward,
  survey.duration_minutes as duration, survey.category, survey.country,
  coalesce(measure.rating, 0) as rating, coalesce(measure.rating_count, 0) as "ratingCount",
  survey.is_active as "isActive", survey.kind,
  coalesce(measure.complete_count, 0) as "completeCount", coalesce(measure.screen_out_count, 0) as "screenOutCount",
  measure.complete_seconds as "completeSeconds", measure.screen_out_seconds as "screenOutSeconds"
`

/** The survey's figures, who may start it, and the newest questionnaire that `isAsked`. */
const withDetails = (isAsked: RawBuilder<boolean>) => sql`
  left join survey_measure measure on measure.survey_id = survey.survey_id
  left join survey_eligibility eligibility on eligibility.survey_id = survey.survey_id
  left join lateral (
    select v.version, v.question_count from questionnaire_version v
    where v.survey_id = survey.survey_id and survey.kind = 'questions' and ${isAsked}
    order by v.version desc limit 1
  ) published on true
`

/** An active survey, as it is for every member. */
export type CatalogueSurvey = OfferedSurvey & {
  /** Null when the category decides. */
  questionCount: number | null
  /** Who may start it; null for everyone. */
  rule: Rule | null
  /** It begins or ends. */
  isTimed: boolean
  /** It takes a number of members. */
  isLimited: boolean
  /** It has quotas. */
  hasCells: boolean
  /** A client pays for it. */
  hasOrder: boolean
}

/** Far more than are ever open. */
const MAX_SURVEYS = 10_000

/** List the active surveys, newest first. What changes one announces it: every process keeps a copy. */
export async function listCatalogue(db: Db): Promise<CatalogueSurvey[]> {
  const { rows } = await sql<CatalogueSurvey>`
    select ${offered}, survey.screen_out_points as "screenOutPoints",
      coalesce(published.question_count, nullif(jsonb_array_length(survey.questions), 0)) as "questionCount",
      eligibility.rule,
      (survey.starts_at is not null or survey.ends_at is not null) as "isTimed", survey.quota is not null as "isLimited",
      exists (select from survey_quota quota where quota.survey_id = survey.survey_id) as "hasCells",
      exists (select from client_order o where o.survey_id = survey.survey_id) as "hasOrder"
    from survey ${withDetails(sql`true`)}
    where survey.is_active and ${hasPrice}
    order by survey.created_at desc, survey.survey_id desc
    limit ${MAX_SURVEYS}
  `.execute(db)
  return rows
}

/** What is asked about a member, because the catalogue has it. */
export type AskedOfMember = {
  countries: readonly string[]
  timedIds: readonly string[]
  limitedIds: readonly string[]
  celledIds: readonly string[]
  orderedIds: readonly string[]
  /** Some survey has a rule, so that facts are needed. */
  hasRules: boolean
}

export type BegunSurvey = {
  id: string
  status: AttemptStatus
  /** As promised at the start. */
  promisedPoints: number
  screenOutPoints: number
  /** Of the version that they were asked, or of what was kept at the start. */
  questionCount: number
}

/** What decides for one member which surveys of the catalogue are open. */
export type SurveysOfMember = {
  /** Those whose surveys are for the member. */
  countries: string[]
  begun: BegunSurvey[]
  endedIds: string[]
  /** Outside their time. */
  closedIds: string[]
  /** Without a place for a member who has not begun. */
  fullIds: string[]
  /** Null unless a survey has a rule. */
  facts: MemberFacts | null
  /** Whether recording that they were sent the list would change nothing. */
  wasSentToday: boolean
}

/** Of these, the surveys of which the condition holds. Nothing is planned where none is asked about. */
const idsWhere = (ids: readonly string[], holds: RawBuilder<unknown>) =>
  ids.length === 0
    ? sql`array[]::text[]`
    : sql`array(
      select survey.survey_id::text from survey where survey.survey_id = any(${ids}::uuid[]) and ${holds}
    )`

/** The surveys of a member, for a query that may read more about them. */
export function surveysOf(memberId: string, { countries, hasRules, ...ids }: AskedOfMember) {
  return sql<SurveysOfMember>`(
    select jsonb_build_object(
      'countries', array(select country from unnest(${countries}::text[]) country where ${isForMember(sql`country`)}),
      'begun', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.survey_id, 'status', a.status, 'promisedPoints', a.reward_points, 'screenOutPoints', a.screen_out_points,
          'questionCount', coalesce((
            select v.question_count from questionnaire_version v
            where v.survey_id = a.survey_id and v.version = a.questionnaire_version
          ), jsonb_array_length(a.questions))
        )), '[]')
        from survey_attempt a where a.member_id = ${memberId} and a.status in ('started', 'in_progress')
      ),
      'endedIds', array(
        select a.survey_id from survey_attempt a
        where a.member_id = ${memberId} and a.status not in ('started', 'in_progress')
      ),
      'closedIds', ${idsWhere(ids.timedIds, sql`not ${isInWindow}`)},
      'fullIds', ${idsWhere(ids.limitedIds, isFull)} || ${idsWhere(ids.celledIds, sql`not ${hasOpenCell(memberId)}`)}
        || ${idsWhere(ids.orderedIds, sql`not ${isPayable}`)},
      'facts', ${hasRules ? factsOf(memberId) : sql`null::jsonb`},
      'wasSentToday', ${wasSentToday(memberId, 'surveys')}
    )
    from member where member.member_id = ${memberId}
  )`
}

/** Read what decides which surveys are open to a member. */
export async function readSurveysOf(
  db: Db,
  memberId: string,
  asked: AskedOfMember,
): Promise<SurveysOfMember> {
  const { rows } = await sql<{ surveys: SurveysOfMember | null }>`
    select ${surveysOf(memberId, asked)} as surveys
  `.execute(db)
  const surveys = rows[0]?.surveys
  if (!surveys) throw new Error(`no member ${memberId}`)
  return surveys
}

/** Find the first active survey that is listed after this one, which may be closed; undefined at the end. */
export async function findNextSurvey(db: Db, surveyId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select survey.survey_id as id from survey
    where survey.is_active and (survey.created_at, survey.survey_id) <
      (select a.created_at, a.survey_id from survey a where a.survey_id = ${surveyId})
    order by survey.created_at desc, survey.survey_id desc limit 1
  `.execute(db)
  return rows[0]?.id
}

type SurveyRef = { memberId: string; surveyId: string }

/**
 * Find a survey that the member may start or has started; a started one stays theirs when it is disabled or they move.
 * `screenOutPoints`: as promised at the start, else as the offer says now. `rule`: who may start it. `isLimited`: it takes a number
 * of members. `questions` are those they were asked, else those of the survey, and null when the category decides. A questionnaire
 * replaces them: the version of their attempt, or else the newest.
 */
export async function findSurvey(db: Db, { memberId, surveyId }: SurveyRef) {
  const { rows } = await sql<
    OfferedSurvey & {
      status: AttemptStatus | null
      promisedPoints: number | null
      questions: SurveyQuestion[] | null
      questionnaireVersion: number | null
      rule: Rule | null
      isLimited: boolean
      externalUrl: string | null
      partnerId: string | null
    }
  >`
    select ${offered}, coalesce(attempt.screen_out_points, survey.screen_out_points) as "screenOutPoints",
      attempt.status, attempt.reward_points as "promisedPoints",
      coalesce(attempt.questions, survey.questions) as questions, published.version as "questionnaireVersion",
      eligibility.rule, survey.quota is not null as "isLimited",
      survey.external_url as "externalUrl", survey.partner_id as "partnerId"
    from survey
    join member on member.member_id = ${memberId}
    left join survey_attempt attempt on attempt.survey_id = survey.survey_id and attempt.member_id = ${memberId}
    ${withDetails(sql`(attempt.member_id is null or v.version = attempt.questionnaire_version)`)}
    where survey.survey_id = ${surveyId} and (attempt.member_id is not null or (
      -- A deleted survey is not active: the table ensures it.
      survey.is_active and ${isForMember(sql`survey.country`)} and ${isInWindow} and ${hasPrice}
    ))
  `.execute(db)
  return rows[0]
}
