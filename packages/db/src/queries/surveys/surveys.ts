import type { Page } from '@chuma/contract/pages'
import type { AttemptStatus, SurveyKind, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { compileOnce, type Places } from '../../compile-once.ts'
import type { Database } from '../../schema.gen.ts'

type SurveyRef = { memberId: string; surveyId: string }
type NewSurvey = Omit<Insertable<Database['survey']>, 'questions'> & { questions: SurveyQuestion[] | null }

/** What is deleted is not active: the table says so. */
const isOpenToMember = sql<boolean>`(
  survey.is_active and lower(survey.country) in ('', 'global', lower(member.country))
  and coalesce(survey.starts_at <= now(), true) and coalesce(survey.ends_at > now(), true)
)`

/**
 * As many as it takes have it or finished it; whoever was screened out or let it expire left his place. Nobody is counted where
 * there is no limit: the list of surveys took half as long again.
 */
const isFull = sql<boolean>`case when survey.quota is null then false else coalesce((
  select sum(taken.taken) from survey_count taken where taken.survey_id = survey.survey_id
), 0) >= survey.quota end`

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
}

/** Named as they are here: of some hundred surveys no copy is made for that. */
const ofSurvey = sql`
  survey.survey_id as id, survey.title, survey.description, survey.reward_usd as reward,
  survey.duration_minutes as duration, survey.category, survey.country, survey.rating, survey.is_active as "isActive",
  survey.kind, attempt.status, attempt.reward_points as "promisedPoints"
`

/** Each survey beside one member and his attempt at it. */
const surveysOf = (memberId: string | RawBuilder<string>) => sql`
  survey
  join member on member.member_id = ${memberId}
  left join survey_attempt attempt on attempt.survey_id = survey.survey_id and attempt.member_id = ${memberId}
`

const surveysToTake = compileOnce(({ memberId, after, limit }: Places<{ memberId: string } & Page>) => {
  const isAfter = sql`and (survey.created_at, survey.survey_id) <
    (select a.created_at, a.survey_id from survey a where a.survey_id = ${after})`
  return sql<OfferedSurvey & { questionCount: number | null }>`
    select ${ofSurvey},
      coalesce(jsonb_array_length(attempt.questions), nullif(jsonb_array_length(survey.questions), 0))
        as "questionCount"
    from ${surveysOf(memberId)}
    where ${isOpenToMember} and (attempt.status is null or attempt.status in ('started', 'in_progress'))
      and (attempt.member_id is not null or not ${isFull}) ${after === undefined ? sql`` : isAfter}
    order by survey.created_at desc, survey.survey_id desc
    limit ${limit}
  `
})

/** What the member may begin or go on with, newest first. `questionCount` is null where the category decides. */
export function listSurveysToTake(db: Db, memberId: string, { after, limit }: Page) {
  return surveysToTake.list(db, { memberId, after, limit })
}

/**
 * One survey that the member may begin or has begun; what he has begun stays his when it is switched off or he moves.
 * `questions` are those he was asked, else those that were set, and null where the category decides.
 */
export async function findSurvey(db: Db, { memberId, surveyId }: SurveyRef) {
  const { rows } = await sql<OfferedSurvey & { questions: SurveyQuestion[] | null }>`
    select ${ofSurvey}, coalesce(attempt.questions, survey.questions) as questions
    from ${surveysOf(memberId)}
    where survey.survey_id = ${surveyId} and (${isOpenToMember} or attempt.member_id is not null)
  `.execute(db)
  return rows[0]
}

/**
 * Puts whoever takes a place in a survey of limited size in a line until the transaction ends, and says whether one is
 * left. A survey without a quota is not locked: it has no line.
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
  // A statement of its own, begun after the lock: it sees who took the places before.
  const { full } = await trx
    .selectFrom('survey')
    .select(isFull.as('full'))
    .where('surveyId', '=', surveyId)
    .executeTakeFirstOrThrow()
  return !full
}

/** Where a partner's survey leads, before a member's click is put into it. */
export function findSurveyTarget(db: Db, surveyId: string) {
  return db
    .selectFrom('survey')
    .select(['externalUrl as url', 'partnerId'])
    .where('surveyId', '=', surveyId)
    .executeTakeFirst()
}

/** Adds those whose title is new. The table lock makes two processes that start at once add each of them once. */
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
