import type { Page } from '@chuma/contract/pages'
import type { SurveyQuestion } from '@chuma/contract/surveys'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import type { Database } from '../schema.ts'

type SurveyRef = { memberId: string; surveyId: string }
type NewSurvey = Omit<Insertable<Database['survey']>, 'questions'> & { questions: SurveyQuestion[] | null }

/** What is deleted is not active: the table says so. */
const isOpenToMember = sql<boolean>`(
  survey.is_active and lower(survey.country) in ('', 'global', lower(member.country))
  and coalesce(survey.starts_at <= now(), true) and coalesce(survey.ends_at > now(), true)
)`

/** As many as it takes have it or finished it; whoever was screened out or let it expire left his place. */
const isFull = sql<boolean>`coalesce((
  select sum(taken.taken) from survey_count taken where taken.survey_id = survey.survey_id
) >= survey.quota, false)`

/** Each survey beside one member and his attempt at it. */
function surveysOf(db: Db, memberId: string) {
  return db
    .selectFrom('survey')
    .innerJoin('member', (join) => join.on('member.memberId', '=', memberId))
    .leftJoin('surveyAttempt as attempt', (join) =>
      join.onRef('attempt.surveyId', '=', 'survey.surveyId').on('attempt.memberId', '=', memberId),
    )
    .select([
      'survey.surveyId as id',
      'survey.title',
      'survey.description',
      'survey.rewardUsd as reward',
      'survey.durationMinutes as duration',
      'survey.category',
      'survey.country',
      'survey.rating',
      'survey.isActive',
      'survey.kind',
      'attempt.status',
      'attempt.rewardPoints as promisedPoints',
    ])
}

/** What the member may begin or go on with, newest first. `questionCount` is null where the category decides. */
export function listSurveysToTake(db: Db, memberId: string, { after, limit }: Page) {
  return surveysOf(db, memberId)
    .select(
      sql<number | null>`
        coalesce(jsonb_array_length(attempt.questions), nullif(jsonb_array_length(survey.questions), 0))
      `.as('questionCount'),
    )
    .where(isOpenToMember)
    .where((eb) =>
      eb.or([eb('attempt.status', 'is', null), eb('attempt.status', 'in', ['started', 'in_progress'])]),
    )
    .where((eb) => eb.or([eb('attempt.memberId', 'is not', null), eb.not(isFull)]))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(survey.created_at, survey.survey_id) <
          (select a.created_at, a.survey_id from survey a where a.survey_id = ${after})`,
      ),
    )
    .orderBy('survey.createdAt', 'desc')
    .orderBy('survey.surveyId', 'desc')
    .limit(limit)
    .execute()
}

/**
 * One survey that the member may begin or has begun; what he has begun stays his when it is switched off or he moves.
 * `questions` are those he was asked, else those that were set, and null where the category decides.
 */
export function findSurvey(db: Db, { memberId, surveyId }: SurveyRef) {
  return surveysOf(db, memberId)
    .select(sql<SurveyQuestion[] | null>`coalesce(attempt.questions, survey.questions)`.as('questions'))
    .where('survey.surveyId', '=', surveyId)
    .where((eb) => eb.or([isOpenToMember, eb('attempt.memberId', 'is not', null)]))
    .executeTakeFirst()
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
