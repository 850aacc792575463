import type { QualityFlag } from '@chuma/contract/surveys/answer-quality'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { announce } from '../listen.ts'
import { type Respondents, respondentOf, respondents } from '../surveys/respondents.ts'
import { countEarlier } from './earlier-answers.ts'

/** Undefined: the survey is an organisation's already. */
export async function insertClientSurvey(
  trx: Trx,
  survey: { surveyId: string; organisationId: string; assignedBy: string },
): Promise<string | undefined> {
  await announce(trx, 'survey_change')
  const inserted = await trx
    .insertInto('clientSurvey')
    .values(survey)
    .onConflict((conflict) => conflict.column('surveyId').doNothing())
    .returning('surveyId')
    .executeTakeFirst()
  return inserted?.surveyId
}

/** Find the organisation that commissioned a survey. */
export function findClientSurvey(db: Db, surveyId: string) {
  return db
    .selectFrom('clientSurvey as c')
    .innerJoin('survey as s', 's.surveyId', 'c.surveyId')
    .select(['c.surveyId', 'c.organisationId', 's.title'])
    .where('c.surveyId', '=', surveyId)
    .executeTakeFirst()
}

/** List the surveys of an organisation as staff see them, newest first. */
export function listClientSurveys(db: Db, organisationId: string) {
  return db
    .selectFrom('clientSurvey as c')
    .innerJoin('survey as s', 's.surveyId', 'c.surveyId')
    .leftJoin('clientOrder as o', 'o.surveyId', 'c.surveyId')
    .select(['c.surveyId as id', 's.title', 'c.assignedAt', 'o.priceCents'])
    .select(countEarlier(sql`c.survey_id`).as('earlierCompletes'))
    .where('c.organisationId', '=', organisationId)
    .orderBy('c.assignedAt', 'desc')
    .orderBy('c.surveyId')
    .limit(100)
    .execute()
}

type Which = { organisationId: string; surveyId?: string | null; after?: string | undefined; limit: number }

/** List surveys as their client sees them, in the order of their ids; with `surveyId` only that one. */
export async function listCommissioned(db: Db, { organisationId, surveyId, after, limit }: Which) {
  const { rows } = await sql<{
    id: string
    title: string
    accepted: number
    inField: number
    target: number | null
    priceCents: number | null
  }>`
    with page as materialized (
      select c.survey_id as id, s.title, s.quota as target, o.price_cents
      from client_survey c join survey s using (survey_id) left join client_order o using (survey_id)
      where c.organisation_id = ${organisationId}
        ${surveyId ? sql`and c.survey_id = ${surveyId}` : sql``}
        ${after === undefined ? sql`` : sql`and c.survey_id > ${after}`}
      order by c.survey_id limit ${limit}
    ), counted as (
      select survey_id, count(*) filter (where is_charged) as accepted,
        count(*) filter (where is_open and not is_charged) as in_field
      from client_place where survey_id in (select id from page) group by survey_id
    )
    select page.*, coalesce(counted.accepted, 0) as accepted, coalesce(counted.in_field, 0) as in_field
    from page left join counted on counted.survey_id = page.id order by page.id
  `.execute(db)
  return rows
}

export async function insertClientComment(trx: Trx, comment: Insertable<Database['clientComment']>) {
  const { commentId } = await trx
    .insertInto('clientComment')
    .values(comment)
    .returning('commentId')
    .executeTakeFirstOrThrow()
  return commentId
}

function commentsQuery(db: Db) {
  return db
    .selectFrom('clientComment as c')
    .leftJoin('clientUser as u', 'u.userId', 'c.userId')
    .select(['c.commentId as id', 'c.questionId', 'u.name as author', 'c.text', 'c.writtenAt'])
}

/** List the thread of a survey, newest first. */
export function listClientComments(
  db: Db,
  { surveyId, after, limit }: { surveyId: string; after?: string | undefined; limit: number },
) {
  return commentsQuery(db)
    .where('c.surveyId', '=', surveyId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(c.written_at, c.comment_id) < (select written_at, comment_id from client_comment where comment_id = ${after ?? null}
          and survey_id = ${surveyId})`,
      ),
    )
    .orderBy('c.writtenAt', 'desc')
    .orderBy('c.commentId', 'desc')
    .limit(limit)
    .execute()
}

export const getClientComment = (db: Db, commentId: string) =>
  commentsQuery(db).where('c.commentId', '=', commentId).executeTakeFirstOrThrow()

/** Find a comment with what a mail about it says. */
export function findCommentNews(db: Db, commentId: string) {
  return db
    .selectFrom('clientComment as c')
    .innerJoin('clientSurvey as o', 'o.surveyId', 'c.surveyId')
    .innerJoin('survey as s', 's.surveyId', 'c.surveyId')
    .leftJoin('clientUser as u', 'u.userId', 'c.userId')
    .select(['c.text', 'c.surveyId', 's.title', 'o.organisationId', 'u.name as author'])
    .where('c.commentId', '=', commentId)
    .executeTakeFirst()
}

type NewDataset = {
  surveyId: string
  version: number
  questionnaireVersion: number | null
  respondents: readonly string[]
  hash: string
  acceptedBy: string
}

export async function insertDataset(trx: Trx, { respondents, ...dataset }: NewDataset): Promise<string> {
  const { datasetId } = await trx
    .insertInto('clientDataset')
    .values({ ...dataset, respondents: [...respondents] })
    .returning('datasetId')
    .executeTakeFirstOrThrow()
  return datasetId
}

/** List what was accepted of a survey, newest first. */
export function listDatasets(db: Db, surveyId: string) {
  return db
    .selectFrom('clientDataset as d')
    .innerJoin('clientUser as u', 'u.userId', 'd.acceptedBy')
    .select([
      'd.datasetId as id',
      'd.version',
      'd.questionnaireVersion',
      sql<number>`cardinality(d.respondents)`.as('respondents'),
      'd.hash',
      'u.name as acceptedBy',
      'd.acceptedAt',
    ])
    .where('d.surveyId', '=', surveyId)
    .orderBy('d.version', 'desc')
    .limit(100)
    .execute()
}

/** Find the newest accepted version, with who is in it. */
export function findNewestDataset(db: Db, surveyId: string) {
  return db
    .selectFrom('clientDataset')
    .select(['version', 'hash', 'respondents'])
    .where('surveyId', '=', surveyId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Count respondents, those who left since the newest accepted version, and those who joined; nobody joined before the first. */
export async function compareWithAccepted(db: Db, asked: Respondents) {
  const { rows } = await sql<{ respondents: number; left: number; joined: number }>`
    with now_in as (select ${respondentOf(asked.surveyId)} as respondent from (${respondents(asked)}) r),
    newest as (select respondents from client_dataset where survey_id = ${asked.surveyId} order by version desc limit 1),
    accepted as (select unnest(respondents) as respondent from newest)
    select (select count(*) from now_in) as respondents,
      (select count(*) from (select respondent from accepted except select respondent from now_in) gone) as left,
      case when exists (select from newest)
        then (select count(*) from (select respondent from now_in except select respondent from accepted) more) else 0 end as joined
  `.execute(db)
  return rows[0] ?? { respondents: 0, left: 0, joined: 0 }
}

/** Count the completes of a survey by what became of them, and the rejected ones by what was found in them. */
export async function countJudged(db: Db, surveyId: string) {
  const judged = sql`
    select r.flags, coalesce(p.is_charged, false) as is_charged,
      coalesce(r.state = 'rejected', false) as is_rejected, coalesce(r.state in ('held', 'appealed'), false) as is_waiting
    from survey_attempt a
    left join survey_review r on r.member_id = a.member_id and r.survey_id = a.survey_id
    left join client_place p on p.member_id = a.member_id and p.survey_id = a.survey_id
    where a.survey_id = ${surveyId} and a.status = 'completed'
  `
  type Counted = Record<'completed' | 'accepted' | 'waiting' | 'rejected', number>
  const { rows } = await sql<Counted>`
    select count(*)::int as completed, count(*) filter (where is_charged)::int as accepted,
      count(*) filter (where is_waiting)::int as waiting, count(*) filter (where is_rejected)::int as rejected
    from (${judged}) j
  `.execute(db)
  const { rows: reasons } = await sql<{ flag: QualityFlag; count: number }>`
    select flag, count(*)::int as count from (${judged}) j cross join unnest(j.flags) flag
    where is_rejected group by flag order by count desc, flag
  `.execute(db)
  const counted = rows[0] ?? { completed: 0, accepted: 0, waiting: 0, rejected: 0 }
  const others = counted.completed - counted.accepted - counted.waiting - counted.rejected
  return { ...counted, others, reasons }
}

const DAYS = 90

/** Count a survey's charged answers by the business day of their completion: the newest days, oldest first. */
export async function countChargedByDay(db: Db, surveyId: string) {
  const { rows } = await sql<{ day: string; accepted: number }>`
    select day::text as day, accepted from (
      select business_day(a.completed_at) as day, count(*) as accepted
      from client_place p join survey_attempt a on a.member_id = p.member_id and a.survey_id = p.survey_id
      where p.survey_id = ${surveyId} and p.is_charged
      group by 1 order by 1 desc limit ${DAYS}
    ) newest order by day
  `.execute(db)
  return rows
}
