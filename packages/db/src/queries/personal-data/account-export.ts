import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { StoredQuizQuestion } from '../../column-types.ts'
import { subjectsOf } from '../account/members.ts'
import { withdrawalColumns } from '../wallet/withdrawals.ts'

/** Read a member's own row, without credentials. */
export function getAccount(trx: Trx, memberId: string) {
  return trx
    .selectFrom('member')
    .select([
      'memberId as id',
      'firstName',
      'lastName',
      'email',
      'country',
      'createdAt',
      'emailVerifiedAt',
      'premiumUntil',
      'adminRole',
      'suspendedAt',
      'suspensionReason',
      'deletionDueAt',
      sql<Date>`now()`.as('exportedAt'),
      sql<string>`business_day(now())`.as('exportedOn'),
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

export function listFormerEmails(trx: Trx, memberId: string) {
  return trx
    .selectFrom('formerEmail')
    .select(['email', 'leftAt'])
    .where('memberId', '=', memberId)
    .orderBy('leftAt')
    .execute()
}

/** List all sessions, open and ended. */
export function listAllSessions(trx: Trx, memberId: string) {
  return trx
    .selectFrom('session')
    .select([
      'createdAt',
      'lastSeenAt',
      'expiresAt',
      'revokedAt',
      'passwordResetUntil',
      'address',
      'userAgent',
    ])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
}

export function listLinks(trx: Trx, memberId: string) {
  return trx
    .selectFrom('oneTimeLink')
    .select(['purpose', 'createdAt', 'mailedAt', 'expiresAt', 'usedAt'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
}

export function listAllAccountChanges(trx: Trx, memberId: string) {
  return trx
    .selectFrom('accountChange')
    .select(['kind', 'createdAt as at'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
}

export function listEmailMoves(trx: Trx, memberId: string) {
  return trx
    .selectFrom('emailMove')
    .select(['fromEmail', 'toEmail', 'requestedAt', 'movedAt', 'undoUntil', 'undoneAt'])
    .where('memberId', '=', memberId)
    .orderBy('movedAt')
    .execute()
}

export function listTakenSurveys(trx: Trx, memberId: string) {
  return trx
    .selectFrom('surveyAttempt as attempt')
    .innerJoin('survey', 'survey.surveyId', 'attempt.surveyId')
    .leftJoin('surveyTrait as trait', (join) =>
      join.onRef('trait.memberId', '=', 'attempt.memberId').onRef('trait.surveyId', '=', 'attempt.surveyId'),
    )
    .select([
      'attempt.surveyId',
      'survey.title',
      'attempt.status',
      'attempt.rewardPoints',
      'attempt.startedAt',
      'attempt.completedAt',
      'attempt.claimedCompletedAt',
      'attempt.rating',
      'attempt.device',
      'attempt.questions',
      sql<string[]>`coalesce(trait.traits, '{}')`.as('traits'),
    ])
    .where('attempt.memberId', '=', memberId)
    .orderBy('attempt.startedAt')
    .orderBy('attempt.surveyId')
    .execute()
}

export function listAllAnswers(trx: Trx, memberId: string) {
  return trx
    .selectFrom('surveyAnswer')
    .select(['surveyId', 'questionId', 'answer', 'answeredAt'])
    .where('memberId', '=', memberId)
    .orderBy('surveyId')
    .orderBy('questionId')
    .execute()
}

export function listEarningDays(trx: Trx, memberId: string) {
  return trx
    .selectFrom('earningDay')
    .select(['day', 'points'])
    .where('memberId', '=', memberId)
    .orderBy('day')
    .execute()
}

export function listAllWithdrawals(trx: Trx, memberId: string) {
  return trx
    .selectFrom('withdrawal')
    .select(withdrawalColumns)
    .where('memberId', '=', memberId)
    .orderBy('requestedAt')
    .orderBy('withdrawalId')
    .execute()
}

/** List payout attempts without the provider's own texts, which are for staff. */
export function listPayoutAttempts(trx: Trx, memberId: string) {
  return trx
    .selectFrom('payoutAttempt')
    .select([
      'withdrawalId',
      'attemptNo',
      'provider',
      'state',
      'amountKes',
      'mpesaNumber',
      'receipt',
      'createdAt',
      'settledAt',
    ])
    .where('memberId', '=', memberId)
    .orderBy('withdrawalId')
    .orderBy('attemptNo')
    .execute()
}

export function listContactMessages(trx: Trx, memberId: string) {
  return trx
    .selectFrom('contactMessage')
    .select([
      'messageId',
      'name',
      'email',
      'subject',
      'message',
      'status',
      'createdAt',
      'address',
      'userAgent',
    ])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
}

/** List our replies, without who wrote them. */
export function listContactReplies(trx: Trx, memberId: string) {
  return trx
    .selectFrom('contactReply')
    .select(['messageId', 'recipient', 'subject', 'text', 'repliedAt'])
    .where('memberId', '=', memberId)
    .orderBy('repliedAt')
    .execute()
}

/**
 * List mails to the member's current address, and to former ones while they were the member's, with the text where it is kept.
 * Secrets of links that may still work are masked: a file lies around longer than a mail.
 */
export async function listMailsTo(trx: Trx, memberId: string) {
  const { rows } = await sql<{
    to: string
    subject: string
    text: string | null
    state: string
    createdAt: Date
  }>`
    with address as (
      select email, 'infinity'::timestamptz as until from member where member_id = ${memberId}
      union all select email, left_at from former_email where member_id = ${memberId}
    )
    select recipient as to, subject, null as text, state, created_at from mail_delivery
    join address on email = recipient and created_at <= until
    union all
    select recipient, subject, regexp_replace(body_text, '([?&]token=)[^[:space:]&]+', '\\1…', 'g'), 'kept', sent_at
    from captured_mail join address on email = recipient and sent_at <= until
    order by created_at
  `.execute(trx)
  return rows
}

/** List audit entries about the member, their withdrawals, proofs and claims; not what they did to others as staff. */
export function listDecisions(trx: Trx, memberId: string) {
  return trx
    .selectFrom('auditEntry')
    .select((eb) => [
      'at',
      'action',
      'subject',
      eb.fn<string | null>('nullif', ['reason', eb.val('')]).as('reason'),
      sql<'you' | 'staff' | 'system'>`case
        when actor = ${`member:${memberId}`} then 'you' when actor = 'system' then 'system' else 'staff'
      end`.as('by'),
    ])
    .where('subject', '=', sql<string>`any(array(${subjectsOf(memberId)}))`)
    .orderBy('entryId')
    .execute()
}

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
