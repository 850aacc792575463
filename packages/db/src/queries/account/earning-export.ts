import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { StoredQuizQuestion } from '../../column-types.ts'

export function listDailyLogins(trx: Trx, memberId: string) {
  return trx
    .selectFrom('dailyLogin')
    .select(['day', 'points', 'streak', 'claimedAt'])
    .where('memberId', '=', memberId)
    .orderBy('day')
    .execute()
}

export function listSpins(trx: Trx, memberId: string) {
  return trx
    .selectFrom('spin')
    .select(['day', 'points', 'spunAt', 'drawnFrom'])
    .where('memberId', '=', memberId)
    .orderBy('day')
    .execute()
}

/** List quizzes, with questions and right answers only of submitted ones. */
export function listQuizzes(trx: Trx, memberId: string) {
  return trx
    .selectFrom('quizAttempt')
    .select([
      'day',
      'openedAt',
      'submittedAt',
      sql<StoredQuizQuestion[]>`case when submitted_at is null then '[]' else questions end`.as('questions'),
      'answers',
      'correct',
      'points',
    ])
    .where('memberId', '=', memberId)
    .orderBy('day')
    .execute()
}

export function listTaskViews(trx: Trx, memberId: string) {
  return trx
    .selectFrom('taskView as view')
    .innerJoin('task', 'task.taskId', 'view.taskId')
    .select([
      'task.title',
      'view.kind',
      'view.openedAt',
      'view.requiredSeconds',
      'view.claimedAt',
      'view.voidedAt',
      'view.points',
      'view.claimedTimeSpent',
      'view.day',
    ])
    .where('view.memberId', '=', memberId)
    .orderBy('view.openedAt')
    .orderBy('view.viewId')
    .execute()
}

export function listProofsOf(trx: Trx, memberId: string) {
  return trx
    .selectFrom('taskProof')
    .innerJoin('task', 'task.taskId', 'taskProof.taskId')
    .select([
      'task.title',
      'taskProof.kind',
      'taskProof.proof',
      'taskProof.state',
      'taskProof.points',
      'taskProof.reason',
      'taskProof.submittedAt',
      'taskProof.decidedAt',
    ])
    .where('taskProof.memberId', '=', memberId)
    .orderBy('taskProof.submittedAt')
    .orderBy('taskProof.proofId')
    .execute()
}

export function listClicksOf(trx: Trx, memberId: string) {
  return trx
    .selectFrom('click')
    .select(['title', 'points', 'reference', 'clickedAt', 'address', 'userAgent'])
    .where('memberId', '=', memberId)
    .orderBy('clickedAt')
    .orderBy('clickId')
    .execute()
}

/** List credits without what the partner paid us and its name for them, which is between the partner and us. */
export function listCreditsOf(trx: Trx, memberId: string) {
  return trx
    .selectFrom('partnerCredit')
    .select(['title', 'kind', 'points', 'state', 'createdAt', 'releaseAt', 'settledAt', 'reason'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .orderBy('creditId')
    .execute()
}

export function listClaimsOf(trx: Trx, memberId: string) {
  return trx
    .selectFrom('creditClaim as claim')
    .innerJoin('click', (join) =>
      join.onRef('click.memberId', '=', 'claim.memberId').onRef('click.clickId', '=', 'claim.clickId'),
    )
    .select([
      'click.title',
      'claim.note',
      'claim.state',
      'claim.reason',
      'claim.points',
      'claim.openedAt',
      'claim.decidedAt',
    ])
    .where('claim.memberId', '=', memberId)
    .orderBy('claim.openedAt')
    .orderBy('claim.claimId')
    .execute()
}

/** List surveys whose answers were in doubt, without the names of staff. */
export function listSurveyReviewsOf(trx: Trx, memberId: string) {
  return trx
    .selectFrom('surveyReview as review')
    .innerJoin('survey', 'survey.surveyId', 'review.surveyId')
    .select([
      'survey.title',
      'review.state',
      'review.flags',
      'review.points',
      'review.takenSeconds',
      'review.minimumSeconds',
      'review.openedAt',
      'review.until',
      'review.keepReason',
      'review.reason',
      'review.decidedAt',
      'review.appeal',
      'review.appealedAt',
      'review.appealAnswer',
      'review.answeredAt',
    ])
    .where('review.memberId', '=', memberId)
    .orderBy('review.openedAt')
    .orderBy('review.surveyId')
    .execute()
}

/** List invited friends without saying who they are. */
export function listReferralsOf(trx: Trx, memberId: string) {
  return trx
    .selectFrom('referral')
    .select(['joinedAt', 'state', 'reason', 'points', 'settledAt'])
    .where('memberId', '=', memberId)
    .orderBy('joinedAt')
    .orderBy('friendId')
    .execute()
}
