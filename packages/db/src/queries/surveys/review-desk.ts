import { qualityScore } from '@chuma/contract/surveys/quality-score'
import type {
  adminSurveyReview,
  ListSurveyReviewsInput,
  QualityFlag,
  QualitySign,
} from '@chuma/contract/surveys/reviews'
import type { Answer } from '@chuma/contract/timestamp'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import type { ReviewRef } from './survey-reviews.ts'

/** Which states wait for staff: their oldest is first. Of the others the newest is. */
const WAITING = ['doubtful', 'held', 'appealed']

/** Each with the member's other surveys: as many rows as they have completed, found by the member's id. */
function selectReviews(db: Db) {
  return db
    .selectFrom('surveyReview as review')
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
            sql<number>`count(reviewed.review_id)`.as('flaggedBefore'),
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
export async function listReviews(
  db: Db,
  { state, after, limit }: ListSurveyReviewsInput,
): Promise<Answer<typeof adminSurveyReview>[]> {
  const isQueue = state !== undefined && WAITING.includes(state)
  const direction = isQueue ? 'asc' : 'desc'
  const beyond: RawBuilder<unknown> = isQueue ? sql`>` : sql`<`
  const rows = await selectReviews(db)
    .$if(state !== undefined, (query) => query.where('review.state', '=', state ?? 'held'))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(review.opened_at, review.review_id) ${beyond}
          (select a.opened_at, a.review_id from survey_review a where a.review_id = ${after})`,
      ),
    )
    .orderBy('review.openedAt', direction)
    .orderBy('review.reviewId', direction)
    .limit(limit)
    .execute()
  return rows.map(addScore)
}

const addScore = <Row extends { flags: QualityFlag[] }>(row: Row) => ({
  ...row,
  score: qualityScore(row.flags),
})

export async function getReview(db: Db, { memberId, surveyId }: ReviewRef) {
  const row = await selectReviews(db)
    .where('review.memberId', '=', memberId)
    .where('review.surveyId', '=', surveyId)
    .executeTakeFirstOrThrow()
  return addScore(row)
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
