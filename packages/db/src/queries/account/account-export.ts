import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import { subjectsOf } from '../admin/audit.ts'
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
