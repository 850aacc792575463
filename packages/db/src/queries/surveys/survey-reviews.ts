import type { QualityFlag } from '@chuma/contract/surveys/answer-quality'
import { type ListSurveyReviewsInput, type QualitySign, RETURN_DAYS } from '@chuma/contract/surveys/reviews'
import { qualityScore } from '@chuma/contract/surveys/survey-measures'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'
import { pageOf } from '../list-page.ts'
import { announce } from '../listen.ts'

export type ReviewRef = { memberId: string; surveyId: string }

export type NewReview = ReviewRef & {
  state: 'doubtful' | 'held'
  flags: QualityFlag[]
  signs: QualitySign[]
  points: number
  takenSeconds: number | null
  minimumSeconds: number
  hours: number
}

/** The end of the time in which staff may take back what was paid without anyone's decision. Null: there is none. */
const returnableUntil = sql<Date | null>`case
  when review.state in ('paid', 'doubtful') and coalesce(review.decided_by, 'system') = 'system' and review.answered_at is null
    and review.opened_at > now() - make_interval(days => ${RETURN_DAYS})
  then review.opened_at + make_interval(days => ${RETURN_DAYS}) end`

const inHours = (hours: number) => sql<Date>`statement_timestamp() + make_interval(hours => ${hours})`

/** Opens the review of a survey that is being completed, for `hours`. Announce `waiting_change` with it. */
export function reviewInsert(trx: Trx, { hours, signs, ...review }: NewReview) {
  return trx
    .insertInto('surveyReview')
    .values({ ...review, signs: JSON.stringify(signs), until: inHours(hours) })
    .returning(['until', 'openedAt'])
}

/** Open the review of a survey that was just completed, whose reward is held until it is over. */
export async function holdForReview(trx: Trx, review: Omit<NewReview, 'state'>) {
  await announce(trx, 'waiting_change')
  const inserted = await reviewInsert(trx, { ...review, state: 'held' }).executeTakeFirstOrThrow()
  await trx
    .insertInto('hold')
    .values({
      memberId: review.memberId,
      subject: 'survey',
      subjectId: review.surveyId,
      reason: 'survey-quality',
      since: inserted.openedAt,
      until: inserted.until,
    })
    .execute()
  await announce(trx, 'withdrawal_change', review.memberId)
  return inserted
}

/** Find what became of a completed survey's reward; undefined if its answers were never in doubt. */
export function findReview(db: Db, { memberId, surveyId }: ReviewRef) {
  return db
    .selectFrom('surveyReview')
    .select(['state', 'points', 'until'])
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .executeTakeFirst()
}

/**
 * Find a review's owner, by its id or that of the attempt, which must be known before anything of it can be locked. Also of an attempt that
 * was paid without any sign of doubt.
 */
export async function findReviewRef(db: Db, id: string): Promise<ReviewRef | undefined> {
  const reviewed = await db
    .selectFrom('surveyReview')
    .select(['memberId', 'surveyId'])
    .where('reviewId', '=', id)
    .executeTakeFirst()
  return (
    reviewed ??
    db
      .selectFrom('surveyAttempt')
      .select(['memberId', 'surveyId'])
      .where('attemptId', '=', id)
      .where('status', '=', 'completed')
      .executeTakeFirst()
  )
}

/** The review of an attempt that was paid without any sign of doubt, as if it had been opened then. It has the attempt's id. */
const unreviewed = ({ memberId, surveyId }: ReviewRef) => sql<Selectable<Database['surveyReview']>>`
  select (jsonb_populate_record(null::survey_review, jsonb_build_object(
    'member_id', a.member_id, 'survey_id', a.survey_id, 'review_id', a.attempt_id, 'state', 'paid', 'points', p.available_delta,
    'flags', '[]'::jsonb, 'signs', '[]'::jsonb, 'minimum_seconds', 0,
    'taken_seconds', greatest(extract(epoch from a.completed_at - a.started_at)::int, 0),
    'opened_at', a.completed_at, 'until', a.completed_at, 'decided_at', a.completed_at, 'decided_by', 'system'
  ))).* from survey_attempt a join survey s on s.survey_id = a.survey_id
  join posting p on p.member_id = a.member_id and p.source_key = 'survey:' || a.survey_id
  where a.member_id = ${memberId} and a.survey_id = ${surveyId} and a.status = 'completed' and s.kind = 'questions'
    and not exists (select from survey_review r where r.member_id = a.member_id and r.survey_id = a.survey_id)
`

/** Open the review of an attempt that has none, for a decision about it. The caller has locked the member's wallet. */
export async function openReview(trx: Trx, ref: ReviewRef): Promise<void> {
  await sql`insert into survey_review ${unreviewed(ref)}`.execute(trx)
}

/** Serialise the decision about a review, its appeal and the job that pays it, until the transaction ends. */
export function lockReview(trx: Trx, { memberId, surveyId }: ReviewRef) {
  return trx
    .selectFrom('surveyReview as review')
    .innerJoin('survey', 'survey.surveyId', 'review.surveyId')
    .select([
      'review.memberId',
      'review.surveyId',
      'review.reviewId',
      'review.state',
      'review.points',
      'review.until',
      'review.keptAt',
      'review.decidedBy',
      'review.appeal',
      'survey.title',
      sql<boolean>`review.until <= now()`.as('isDue'),
      sql<boolean>`${returnableUntil} is not null`.as('isReturnable'),
    ])
    .where('review.memberId', '=', memberId)
    .where('review.surveyId', '=', surveyId)
    .forUpdate('review')
    .executeTakeFirst()
}

export type LockedReview = NonNullable<Awaited<ReturnType<typeof lockReview>>>

type ReviewState = LockedReview['state']
export type ReviewStep = {
  /** The reason for the member: of the decision, or the words of their appeal. */
  text: string | null
  decidedBy: string
  /** How much longer a held reward is kept. */
  hours?: number
}

/** Only `moveReview` calls this. False when the review is not in `from`: nothing has changed then. */
export async function updateReviewState(
  trx: Trx,
  { memberId, surveyId }: ReviewRef,
  { from, to, ...step }: ReviewStep & { from: ReviewState; to: ReviewState },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('surveyReview')
    .set({ state: movedTo(to), ...columnsOf(from, to, step) })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .where('state', '=', from)
    .executeTakeFirst()
  await announce(trx, 'waiting_change')
  return numUpdatedRows === 1n
}

function columnsOf(from: ReviewState, to: ReviewState, { text, decidedBy, hours = 0 }: ReviewStep) {
  const now = sql<Date>`statement_timestamp()`
  if (to === 'held') return { keptAt: now, keptBy: decidedBy, keepReason: text, until: inHours(hours) }
  if (to === 'appealed') return { appeal: text, appealedAt: now }
  if (from === 'appealed') return { appealAnswer: text, answeredAt: now, answeredBy: decidedBy }
  return { reason: to === 'rejected' ? text : null, decidedAt: now, decidedBy }
}

/** Delay the open hold of a survey's reward. */
export function extendSurveyHold(trx: Trx, { memberId, surveyId }: ReviewRef) {
  return trx
    .updateTable('hold')
    .set((eb) => ({
      until: eb
        .selectFrom('surveyReview')
        .select('until')
        .where('surveyReview.memberId', '=', memberId)
        .where('surveyReview.surveyId', '=', surveyId),
    }))
    .where('memberId', '=', memberId)
    .where('subject', '=', 'survey')
    .where('subjectId', '=', surveyId)
    .where('endedAt', 'is', null)
    .execute()
}

export async function endSurveyHold(trx: Trx, { memberId, surveyId }: ReviewRef, endedBy: string) {
  await announce(trx, 'withdrawal_change', memberId)
  return trx
    .updateTable('hold')
    .set({ endedAt: sql<Date>`statement_timestamp()`, endedBy })
    .where('memberId', '=', memberId)
    .where('subject', '=', 'survey')
    .where('subjectId', '=', surveyId)
    .where('endedAt', 'is', null)
    .execute()
}

/**
 * Count, of the last 30 days, the completed and the rejected answers to a survey, or to all surveys of the client that commissioned it.
 * Others who reject such answers wait until the transaction ends, so that each counts the ones before.
 */
export async function countRejections(trx: Trx, surveyId: string) {
  const client = await trx
    .selectFrom('clientSurvey')
    .select('organisationId')
    .where('surveyId', '=', surveyId)
    .executeTakeFirst()
  const lock = `rejections:${client?.organisationId ?? surveyId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx)
  const surveys = client
    ? sql`(select c.survey_id from client_survey c where c.organisation_id = ${client.organisationId})`
    : sql`(${surveyId})`
  const { rows } = await sql<{ completed: number; rejected: number }>`
    select
      (select count(*)::int from survey_attempt a where a.survey_id in ${surveys} and a.status = 'completed'
        and a.completed_at > now() - interval '30 days') as completed,
      (select count(*)::int from survey_review r where r.survey_id in ${surveys} and r.state in ('rejected', 'appealed')
        and r.opened_at > now() - interval '30 days') as rejected
  `.execute(trx)
  const [counted] = rows
  if (!counted) throw new Error('no row from a query that always has one')
  return counted
}

/** List reviews whose time has come, the longest due first. */
export function listDueReviews(db: Db, limit: number): Promise<ReviewRef[]> {
  return db
    .selectFrom('surveyReview')
    .select(['memberId', 'surveyId'])
    .where('state', 'in', ['doubtful', 'held'])
    .where('until', '<=', sql<Date>`now()`)
    .orderBy('until')
    .limit(limit)
    .execute()
}

/** List a member's reviews that wait for something. */
export function listOpenReviews(trx: Trx, memberId: string): Promise<ReviewRef[]> {
  return trx
    .selectFrom('surveyReview')
    .select(['memberId', 'surveyId'])
    .where('memberId', '=', memberId)
    .where('state', 'in', ['held', 'appealed'])
    .execute()
}

/** Whether the reward of a review was taken back. */
export const isReturned = sql<boolean>`exists (
  select from posting p where p.member_id = review.member_id and p.source_key = 'survey-returned:' || review.survey_id
)`

/** Read what to tell a member about a review, and where; undefined when they are erased. */
export function findReviewNews(db: Db, { memberId, surveyId }: ReviewRef) {
  return db
    .selectFrom('surveyReview as review')
    .innerJoin('survey', 'survey.surveyId', 'review.surveyId')
    .innerJoin('member', 'member.memberId', 'review.memberId')
    .select([
      'email',
      'firstName',
      'survey.title',
      'review.state',
      'review.points',
      'review.until',
      'review.keepReason',
      'review.reason',
      sql<QualityFlag[]>`review.flags`.as('flags'),
      isReturned.as('isReturned'),
      'review.appealAnswer',
    ])
    .where('review.memberId', '=', memberId)
    .where('review.surveyId', '=', surveyId)
    .where('member.erasedAt', 'is', null)
    .executeTakeFirst()
}

/** Which states wait for staff: their oldest is first. Of the others the newest is. */
const WAITING = ['doubtful', 'held', 'appealed']

const storedReviews = (db: Db) => db.selectFrom('surveyReview as review')

/** One review, or what it would be. */
function oneReview(db: Db, { memberId, surveyId }: ReviewRef) {
  const stored = sql`select r.* from survey_review r where r.member_id = ${memberId} and r.survey_id = ${surveyId}`
  const either = sql<
    Selectable<Database['surveyReview']>
  >`(${stored} union all ${unreviewed({ memberId, surveyId })})`
  return db.selectFrom(either.as('review')) as unknown as ReturnType<typeof storedReviews>
}

/** Each with the member's other surveys: as many rows as they have completed, found by the member's id. */
function selectReviews(reviews: ReturnType<typeof storedReviews>) {
  return reviews
    .innerJoin('survey', 'survey.surveyId', 'review.surveyId')
    .innerJoin('member', 'member.memberId', 'review.memberId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('surveyAttempt as other')
          .leftJoin('surveyReview as reviewed', (join) =>
            join
              .onRef('reviewed.memberId', '=', 'other.memberId')
              .onRef('reviewed.surveyId', '=', 'other.surveyId'),
          )
          .whereRef('other.memberId', '=', 'review.memberId')
          .whereRef('other.surveyId', '<>', 'review.surveyId')
          .where('other.status', '=', 'completed')
          .select([
            sql<number>`count(*)`.as('completedBefore'),
            sql<number>`count(*) filter (where cardinality(reviewed.flags) > 0)`.as('flaggedBefore'),
            sql<number>`count(*) filter (where reviewed.state in ('rejected', 'appealed'))`.as(
              'rejectedBefore',
            ),
          ])
          .as('others'),
      (join) => join.onTrue(),
    )
    .select([
      'review.reviewId as id',
      'review.surveyId',
      'survey.title',
      'review.memberId as userId',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
      'member.email as userEmail',
      'review.state',
      sql<QualityFlag[]>`review.flags`.as('flags'),
      sql<QualitySign[]>`review.signs`.as('signs'),
      'review.points',
      'review.takenSeconds',
      'review.minimumSeconds',
      'review.openedAt',
      'review.until',
      'review.keptAt',
      'review.keptBy',
      'review.keepReason',
      'review.reason',
      'review.decidedAt',
      'review.decidedBy',
      returnableUntil.as('returnableUntil'),
      'review.appeal',
      'review.appealedAt',
      'review.appealAnswer',
      'review.answeredAt',
      'review.answeredBy',
      'completedBefore',
      'flaggedBefore',
      'rejectedBefore',
    ])
}

/** List the reviews of all members; the next page starts after the last `id` of this one. */
export async function listReviews(db: Db, { state, after, limit }: ListSurveyReviewsInput) {
  const isQueue = state !== undefined && WAITING.includes(state)
  const order = isQueue ? 'asc' : 'desc'
  const rows = await selectReviews(storedReviews(db))
    .$if(state !== undefined, (query) => query.where('review.state', '=', state ?? 'held'))
    .$call(pageOf({ table: 'surveyReview', as: 'review', by: ['openedAt', 'reviewId'], order, after, limit }))
    .execute()
  return rows.map(addScore)
}

const addScore = <Row extends { signs: QualitySign[] }>(row: Row) => ({
  ...row,
  score: qualityScore(row.signs),
})

/** Undefined: an attempt that was not paid, or that a partner asked. */
export async function getReview(db: Db, ref: ReviewRef) {
  const row = await selectReviews(oneReview(db, ref)).executeTakeFirst()
  return row && addScore(row)
}

/** Read the questions as the member was asked them, and the version of their questionnaire; null: it has none. */
export function getAskedQuestions(db: Db, { memberId, surveyId }: ReviewRef) {
  return db
    .selectFrom('surveyAttempt')
    .select(['questions', 'questionnaireVersion as version'])
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .executeTakeFirstOrThrow()
}
