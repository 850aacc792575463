import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { subjectsOf } from '../admin/audit.ts'
import { deleteMemberTax } from '../books/member-tax.ts'
import { listPayoutCallbacksOf } from '../payouts/callbacks-of.ts'
import { erasedIfGiven } from './erased-if-given.ts'

/** More wait for the next hour. */
const PAGE = 1000

const isDue = sql<boolean>`(member.deletion_due_at <= now() and member.erased_at is null)`

/** While a payout may still arrive, the account stays. */
const hasNothingOpen = sql<boolean>`not exists (
  select from withdrawal w where w.member_id = member.member_id and w.status in ('pending', 'approved')
)`

/** Keep the first date if a member asks twice. */
export function markClosing(trx: Trx, memberId: string, days: number) {
  return trx
    .updateTable('member')
    .set({ deletionDueAt: sql<Date>`least(deletion_due_at, now() + make_interval(days => ${days}))` })
    .where('memberId', '=', memberId)
    .returning(sql<Date>`deletion_due_at`.as('deletionDueAt'))
    .executeTakeFirstOrThrow()
}

/** Read what the mail about it says; undefined when the member has cancelled, or is erased. */
export function findClosing(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .innerJoin('wallet', 'wallet.memberId', 'member.memberId')
    .select([
      'member.firstName',
      sql<Date>`member.deletion_due_at`.as('deletionDueAt'),
      'wallet.available as points',
      'wallet.held as heldPoints',
    ])
    .where('member.memberId', '=', memberId)
    .where('member.deletionDueAt', 'is not', null)
    .where('member.erasedAt', 'is', null)
    .executeTakeFirst()
}

/** List members whose day has come and whose money has arrived, the longest due first. */
export async function listDueErasures(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('memberId')
    .where(isDue)
    .where(hasNothingOpen)
    .orderBy('deletionDueAt')
    .limit(PAGE)
    .execute()
  return rows.map((row) => row.memberId)
}

/**
 * Whether a member is still to be erased; if so, nothing can cancel it until the transaction ends. Needs the wallet's lock,
 * under which no withdrawal can open. Not FOR UPDATE: holders of one of their rows that wait for the wallet would deadlock.
 */
export async function lockDueErasure(trx: Trx, memberId: string): Promise<boolean> {
  const due = await trx
    .selectFrom('member')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where(isDue)
    .where(hasNothingOpen)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return due !== undefined
}

/** Mark a member as erased: from here on the database's guards let their data go, and let nothing new come. */
export function markErased(trx: Trx, memberId: string) {
  return trx
    .updateTable('member')
    .set({
      email: `erased-${memberId}@deleted.invalid`,
      firstName: 'Erased',
      lastName: 'member',
      country: '',
      passwordHash: '',
      emailVerifiedAt: null,
      premiumUntil: null,
      premiumCancelledAt: null,
      premiumRemindedUntil: null,
      adminRole: null,
      suspensionReason: sql<string | null>`case when suspended_at is not null then 'erased' end`,
      erasedAt: sql<Date>`now()`,
    })
    .where('memberId', '=', memberId)
    .execute()
}

/** Tables whose rows about a member are useful only to that member. */
const OWN_TABLES = [
  'emailOwner',
  'formerEmail',
  'session',
  'knownDevice',
  'oneTimeLink',
  'memberSettings',
  'memberTerms',
  'memberSecondFactor',
  'memberRecoveryCode',
  'memberPasskey',
  'memberPasskeyChallenge',
  // Refer to the answers, which go next.
  'surveyAnswerCategory',
  'surveyAnswer',
  'surveyTrait',
  'profileAnswer',
  'profileChoice',
  'profileFlag',
  'payoutDestination',
  'destinationBacklog',
  'destinationOwner',
  'destinationClaimant',
  'answerPrint',
  'hold',
  'accountChange',
  'sharedBrowser',
  'sharedPhone',
  'clusterMember',
  'memberMailbox',
  'emailMove',
  'securityLink',
  'destinationCode',
  'smsDelivery',
  'payoutDetails',
  'payoutPause',
  'memberNote',
  'memberSeen',
  'dailyLogin',
  'spin',
  'quizAttempt',
  'taskListView',
  'taskView',
  'referralCode',
  'memberReferralCode',
  // Without it a partner's late event finds no click of the member.
  'clickReference',
] as const

export async function deleteRowsOf(trx: Trx, memberId: string): Promise<void> {
  for (const table of OWN_TABLES) await trx.deleteFrom(table).where('memberId', '=', memberId).execute()
  await trx.deleteFrom('callKey').where('callerId', '=', memberId).execute()
  await deleteMemberTax(trx, memberId)
}

/** Keep what was paid, when and by which receipt; erase to whom. */
export async function blotOutPayouts(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('withdrawal')
    .set({
      mpesaNumber: erasedIfGiven('mpesaNumber'),
      bankName: erasedIfGiven('bankName'),
      accountNumber: erasedIfGiven('accountNumber'),
      accountNumberHash: null,
      accountName: erasedIfGiven('accountName'),
      paypalEmail: erasedIfGiven('paypalEmail'),
      receiverName: erasedIfGiven('receiverName'),
      adminComment: erasedIfGiven('adminComment'),
    })
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .updateTable('payoutAttempt')
    .set({ mpesaNumber: 'erased', resultDescription: null })
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .updateTable('bankBatchRow')
    .set({ reason: 'erased' })
    .where('memberId', '=', memberId)
    .where('reason', 'is not', null)
    .execute()
  await blotOutCallbacks(trx, memberId)
}

const NO_BYTES = Buffer.alloc(0)

/** Erase the provider's callbacks, which name whom it paid. Changes nothing for a member who is not erased. */
export async function blotOutCallbacks(trx: Trx, memberId: string): Promise<void> {
  if (!(await isErased(trx, memberId))) return
  const ids = await listPayoutCallbacksOf(trx, memberId)
  if (ids.length === 0) return
  await trx
    .updateTable('payoutCallback')
    .set({ body: NO_BYTES })
    .where('callbackId', 'in', ids)
    .where('body', '<>', NO_BYTES)
    .execute()
  await trx
    .updateTable('payoutCallbackOutcome')
    .set({ detail: '' })
    .where('callbackId', 'in', ids)
    .where('detail', '<>', '')
    .execute()
}

/** False also for an unknown id. */
export async function isErased(db: Db, memberId: string): Promise<boolean> {
  const erased = await db
    .selectFrom('member')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is not', null)
    .executeTakeFirst()
  return erased !== undefined
}

/** Keep the numbers before and after each correction; erase its reason. */
export function blotOutCorrections(trx: Trx, memberId: string) {
  return trx
    .updateTable('earningsCorrection')
    .set({ reason: 'erased' })
    .where('memberId', '=', memberId)
    .execute()
}

/** Keep who did what to whom and when; erase texts about the member, and addresses they acted from. */
export async function blotOutAuditEntries(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('auditEntry')
    .set({ before: null, after: null, reason: erasedIfGiven('reason') })
    .where('subject', '=', sql<string>`any(array(${subjectsOf(memberId)}))`)
    .execute()
  await trx
    .updateTable('auditEntry')
    .set({ address: null })
    .where('actor', '=', `member:${memberId}`)
    .where('address', 'is not', null)
    .execute()
}
