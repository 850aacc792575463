import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { erasedIfGiven } from '../account/erased-prints.ts'
import { isErased, subjectsOf } from '../account/members.ts'
import { deleteMemberTax } from '../books/tax.ts'
import { announce } from '../listen.ts'
import { listPayoutCallbacksOf } from '../payouts/payout-callbacks.ts'
import { deleteCapturedTextsOf } from '../texts.ts'

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
  await announce(trx, 'withdrawal_change', memberId)
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

/**
 * Serialise everything that pays for the member's clicks. Must come before the wallet's lock, as it does when a partner's
 * event is settled: in the other order the two would deadlock.
 */
export async function lockEarnings(trx: Trx, memberId: string): Promise<void> {
  for (const table of ['click', 'partnerCredit'] as const) {
    await trx.selectFrom(table).select('memberId').where('memberId', '=', memberId).forUpdate().execute()
  }
}

/** Keep what was promised, submitted, paid and reversed; erase the member's texts, addresses and devices. */
export async function blotOutEarnings(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('click')
    .set({ address: null, userAgent: null })
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .updateTable('taskProof')
    .set({ proof: 'erased', reason: erasedIfGiven('reason') })
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .updateTable('creditClaim')
    .set({
      note: sql<string>`case when note <> '' then 'erased' else '' end`,
      reason: erasedIfGiven('reason'),
    })
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .updateTable('partnerReportRow')
    .set({ note: 'erased' })
    .where('memberId', '=', memberId)
    .where('note', '<>', '')
    .execute()
  await trx
    .updateTable('surveyReview')
    .set({
      keepReason: erasedIfGiven('keepReason'),
      reason: erasedIfGiven('reason'),
      appeal: erasedIfGiven('appeal'),
      appealAnswer: erasedIfGiven('appealAnswer'),
    })
    .where('memberId', '=', memberId)
    .execute()
}

type Address = { email: string; until: string }

/** Addresses they left or asked to move to; `untilIfTaken`: until when it was theirs, if it is another member's by now. */
async function listOtherAddresses(trx: Trx, memberId: string) {
  const { rows } = await sql<{ email: string; untilIfTaken: string | null }>`
    select email, left_at::text as until_if_taken from former_email where member_id = ${memberId}
    union all
    select new_email, null from one_time_link where member_id = ${memberId} and new_email is not null
  `.execute(trx)
  return rows
}

async function listTaken(trx: Trx, memberId: string, emails: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('emailOwner')
    .select('email')
    .where('email', '=', sql<string>`any(${emails}::text[])`)
    .where('memberId', '<>', memberId)
    .execute()
  return new Set(rows.map((row) => row.email))
}

/**
 * List the addresses at which a member got mail, the current first, and until when each was theirs. A former or requested
 * address that belongs to another member by now is no longer theirs. Several statements: Citus places rows by address too.
 */
async function listAddresses(trx: Trx, memberId: string): Promise<Address[]> {
  const { email } = await trx
    .selectFrom('member')
    .select('email')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const others = await listOtherAddresses(trx, memberId)
  const taken = await listTaken(
    trx,
    memberId,
    others.map((other) => other.email),
  )
  const untils = others.map(({ email, untilIfTaken }) => ({
    email,
    until: taken.has(email) ? untilIfTaken : 'infinity',
  }))
  const former = untils.flatMap(({ email, until }) => (until === null ? [] : [{ email, until }]))
  return [{ email, until: 'infinity' }, ...former]
}

const asTable = (addresses: Address[]) => sql`
  select * from unnest(
    ${addresses.map(({ email }) => email)}::text[], ${addresses.map(({ until }) => until)}::timestamptz[]
  ) as address (email, until)
`

const messagesOf = (memberId: string, email: string | undefined) => sql`
  select message_id, subject from contact_message where member_id = ${memberId} or email = ${email}
`

const REPLIES = sql`
  select r.recipient, r.subject, r.replied_at from contact_reply r join own_message m on m.message_id = r.message_id
`

/** Waiting and finished jobs: both name their recipient. */
const jobsOf = (memberId: string) => sql`
  select id, name from pgboss.job
  where data ->> 'memberId' = ${memberId}
    or data ->> 'email' in (select email from own_address where until = 'infinity')
    or data ->> 'newEmail' in (select email from own_address where until = 'infinity')
    or data ->> 'messageId' in (select message_id::text from own_message)
`

/**
 * Delete mails to a member, their messages to us, and the jobs behind them. Must run before the member's row is erased,
 * because the addresses find the mails.
 */
export async function deleteMailOf(trx: Trx, memberId: string): Promise<void> {
  const addresses = await listAddresses(trx, memberId)
  const own = sql`
    own_address as materialized (${asTable(addresses)}),
    own_message as materialized (${messagesOf(memberId, addresses[0]?.email)}),
    own_reply as materialized (${REPLIES}),
    own_job as materialized (${jobsOf(memberId)})
  `
  await sql`
    with ${own}
    delete from mail_delivery d where
      exists (select from own_job j where j.id = d.job_id)
      or exists (select from own_address a where a.email = d.recipient and d.created_at <= a.until)
      -- The job is forgotten after some days, and the subject is what the sender typed.
      or (d.kind = 'sendContactMessage'
        and exists (select from own_message m where right(d.subject, length(m.subject)) = m.subject))
      -- Our replies went to the address that was typed, which may be anyone's.
      or (d.kind = 'sendContactReply' and exists (
        select from own_reply r where r.recipient = d.recipient and r.subject = d.subject
      ))
  `.execute(trx)
  // Mail to our own support address quotes the sender's address.
  await sql`
    with ${own}
    delete from captured_mail c where exists (
      select from own_address a
      where (c.recipient = a.email and c.sent_at <= a.until)
        or (a.until = 'infinity' and position(a.email in lower(c.body_text)) > 0)
    ) or exists (
      select from own_reply r where r.recipient = c.recipient and r.subject = c.subject and c.sent_at >= r.replied_at
    )
  `.execute(trx)
  await deleteCapturedTextsOf(trx, memberId)
  await sql`
    with ${own}
    delete from pgboss.job j using own_job h where j.name = h.name and j.id = h.id
  `.execute(trx)
  await sql`
    with ${own}
    delete from contact_message c using own_message m where c.message_id = m.message_id
  `.execute(trx)
}
