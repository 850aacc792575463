import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { subjectsOf } from '../admin/audit.ts'
import { listPayoutCallbacksOf } from '../payouts/callbacks-of.ts'
import { erasedIfGiven } from './erased-if-given.ts'

/** More wait for the next hour. */
const PAGE = 1000

const isDue = sql<boolean>`(member.deletion_due_at <= now() and member.erased_at is null)`

/** While money may still go to him his account stays, so that it arrives. */
const hasNothingOpen = sql<boolean>`not exists (
  select from withdrawal w where w.member_id = member.member_id and w.status in ('pending', 'approved')
)`

/** Keeps the first day of somebody who asks twice. */
export function markClosing(trx: Trx, memberId: string, days: number) {
  return trx
    .updateTable('member')
    .set({ deletionDueAt: sql<Date>`least(deletion_due_at, now() + make_interval(days => ${days}))` })
    .where('memberId', '=', memberId)
    .returning(sql<Date>`deletion_due_at`.as('deletionDueAt'))
    .executeTakeFirstOrThrow()
}

/** What the mail about it says; undefined when he has changed his mind since, or is gone. */
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

/** Whose day has come and whose money has arrived, the longest due first. */
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
 * Whether he is still to be erased; then nobody can bring him back until the transaction ends. Needs the wallet's lock,
 * under which no withdrawal can open. Not FOR UPDATE: what holds a row of his and waits for the wallet would wait for ever.
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

/** From here on the guards of the database let his traces go, and nothing of his come. */
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

/** Tables whose rows about a member are of no use to anybody but him. */
const HIS_ALONE = [
  'emailOwner',
  'formerEmail',
  'session',
  'oneTimeLink',
  'memberSettings',
  'surveyAnswer',
  'payoutNumber',
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
  // Without it a partner's late word finds no click of his.
  'clickReference',
] as const

export async function deleteRowsOf(trx: Trx, memberId: string): Promise<void> {
  for (const table of HIS_ALONE) await trx.deleteFrom(table).where('memberId', '=', memberId).execute()
  await trx.deleteFrom('callKey').where('callerId', '=', memberId).execute()
}

/** Keeps what was paid, when and by which receipt; blots out to whom. */
export async function blotOutPayouts(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('withdrawal')
    .set({
      mpesaNumber: erasedIfGiven('mpesaNumber'),
      bankName: erasedIfGiven('bankName'),
      accountNumber: erasedIfGiven('accountNumber'),
      accountName: erasedIfGiven('accountName'),
      paypalEmail: erasedIfGiven('paypalEmail'),
      adminComment: erasedIfGiven('adminComment'),
    })
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .updateTable('payoutAttempt')
    .set({ mpesaNumber: 'erased', resultDescription: null })
    .where('memberId', '=', memberId)
    .execute()
  await blotOutCallbacks(trx, memberId)
}

const NO_BYTES = Buffer.alloc(0)

/** What the provider says names whom it paid. Changes nothing for a member who is not erased. */
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

/** False also for one who never was. */
export async function isErased(db: Db, memberId: string): Promise<boolean> {
  const erased = await db
    .selectFrom('member')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is not', null)
    .executeTakeFirst()
  return erased !== undefined
}

/** What was changed from what to what stays; why does not. */
export function blotOutCorrections(trx: Trx, memberId: string) {
  return trx
    .updateTable('earningsCorrection')
    .set({ reason: 'erased' })
    .where('memberId', '=', memberId)
    .execute()
}

/** Who did what to whom and when stays in the log; words about him, and the addresses that he acted from, do not. */
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
