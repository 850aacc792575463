import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'
import { isBackingOff, type LockedWithdrawal, type StoredHold, type WithdrawalRef } from './payouts.ts'

type AttemptState = Selectable<Database['payoutAttempt']>['state']

export type AttemptRef = WithdrawalRef & { attemptNo: number }
export type LockedAttempt = {
  attemptNo: number
  provider: string
  state: AttemptState
  originatorConversationId: string
  conversationId: string | null
  amountKes: number
  mpesaNumber: string
  receipt: string | null
  checks: number
  isLeaseOver: boolean
  /** It was sent, and the provider said that it was busy. */
  wasAsked: boolean
  /** The owner's rule approved it. */
  isAutomatic: boolean
}

const attemptColumns = [
  'attemptNo',
  'provider',
  'state',
  'originatorConversationId',
  'conversationId',
  'amountKes',
  'mpesaNumber',
  'receipt',
  'checks',
  'isAutomatic',
  'wasAsked',
  sql<boolean>`is_lease_over(lease_until)`.as('isLeaseOver'),
] as const

// Not now(): the transaction may have waited for its lock. The statement that changes the row begins after that.
const now = sql<Date>`statement_timestamp()`
const inSeconds = (seconds: number) => sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})`

type Locked = WithdrawalRef & { withdrawal: LockedWithdrawal; attempt: LockedAttempt | null }
type Dates = 'since' | 'until' | 'endedAt'
type ReadHold = Omit<StoredHold, Dates> & { since: string; until: string | null; endedAt: string | null }
type Read = Omit<Locked, 'withdrawal'> & {
  withdrawal: Omit<LockedWithdrawal, 'holds'> & { holds: ReadHold[] }
}

const toDate = (time: string | null) => (time === null ? null : new Date(time))

/** Lock, one after the other, each wallet, its withdrawal, and the newest attempt to pay it; at most this one is open. */
export async function lockWithAttempts(trx: Trx, refs: readonly WithdrawalRef[]): Promise<Locked[]> {
  const members = refs.map(({ memberId }) => memberId)
  const withdrawals = refs.map(({ withdrawalId }) => withdrawalId)
  const { rows } = await sql<Read>`
    select member_id, withdrawal_id, withdrawal, attempt
    from unnest(${members}::uuid[], ${withdrawals}::uuid[]) as wanted (member_id, withdrawal_id)
    cross join lateral lock_payout(member_id, withdrawal_id)
  `.execute(trx)
  return rows.map(({ withdrawal, ...row }) => ({
    ...row,
    withdrawal: {
      ...withdrawal,
      holds: withdrawal.holds.map((hold) => ({
        ...hold,
        since: new Date(hold.since),
        until: toDate(hold.until),
        endedAt: toDate(hold.endedAt),
      })),
    },
  }))
}

export function lockAttempt(trx: Trx, { memberId, withdrawalId, attemptNo }: AttemptRef) {
  return trx
    .selectFrom('payoutAttempt')
    .select(attemptColumns)
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('attemptNo', '=', attemptNo)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Find who is to pay an attempt that could be sent now, before anything of it is locked; undefined when there is none. */
export function findUnsent(db: Db, { memberId, withdrawalId }: WithdrawalRef) {
  return db
    .selectFrom('payoutAttempt as a')
    .innerJoin('withdrawal as w', (join) =>
      join.onRef('w.memberId', '=', 'a.memberId').onRef('w.withdrawalId', '=', 'a.withdrawalId'),
    )
    .select([
      'a.attemptNo',
      'a.provider',
      'w.method',
      sql<boolean>`exists (
        select from payout_queue q where q.provider in (a.provider, ${ALL_RAILS}) and q.is_stopped
      )`.as('isStopped'),
    ])
    .where('a.memberId', '=', memberId)
    .where('a.withdrawalId', '=', withdrawalId)
    .where('a.state', '=', 'prepared')
    .where(sql<boolean>`not (${isBackingOff})`)
    .executeTakeFirst()
}

/** Read for how many milliseconds its sender may still write; 0 once the lease is over, or others have decided about it. */
export async function findLeaseLeft(db: Db, { memberId, withdrawalId, attemptNo }: AttemptRef) {
  const found = await db
    .selectFrom('payoutAttempt')
    .select(sql<number>`extract(epoch from lease_until - clock_timestamp())::float8 * 1000`.as('leftMs'))
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('attemptNo', '=', attemptNo)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return Math.max(found?.leftMs ?? 0, 0)
}

export type NewAttempt = AttemptRef & {
  provider: string
  originatorConversationId: string
  amountKes: number
  mpesaNumber: string
  isAutomatic: boolean
  nextCheckInSeconds: number
  /** Instead of `nextCheckInSeconds`. */
  nextCheckAt?: Date | undefined
}

/** Whether any attempt got further than being recorded. What the provider provably never accepted does not count, but what it was too busy for does. */
export async function wasEverSent(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<boolean> {
  const sent = await trx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where((eb) => eb.or([eb('state', 'not in', ['prepared', 'not_sent']), eb('wasAsked', '=', true)]))
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}

/** For `writeTogether`. Fails in the database while another attempt for the same withdrawal is open. */
export function attemptsInsert(trx: Trx, attempts: readonly NewAttempt[]) {
  return trx
    .insertInto('payoutAttempt')
    .values(
      attempts.map(({ nextCheckInSeconds, nextCheckAt = inSeconds(nextCheckInSeconds), ...attempt }) => ({
        ...attempt,
        nextCheckAt,
      })),
    )
    .returning('attemptNo')
}

export type AttemptChange = {
  conversationId?: string
  receipt?: string | null
  resultCode?: string
  resultDescription?: string
  checks?: number
  wasAsked?: true
  /** Null: no worker has it any more. */
  leaseSeconds?: number | null
  /** When it needs attention next; null: never. */
  nextCheckInSeconds?: number | null
  nextCheckAt?: Date
}

const CLOSED: readonly AttemptState[] = ['paid', 'failed', 'not_sent']

/** The time that limits and the float count from. An attempt in doubt counts as sent. */
function sendingAt(state: AttemptState) {
  if (state === 'sending') return now
  return state === 'prepared' || state === 'not_sent' ? null : sql<Date>`least(sending_at, ${now})`
}

const toColumns = ({ leaseSeconds, nextCheckInSeconds, ...change }: AttemptChange) => ({
  ...change,
  ...(leaseSeconds === undefined
    ? {}
    : { leaseUntil: leaseSeconds === null ? null : inSeconds(leaseSeconds) }),
  ...(nextCheckInSeconds === undefined
    ? {}
    : { nextCheckAt: nextCheckInSeconds === null ? null : inSeconds(nextCheckInSeconds) }),
})

/** Only `move-payout` uses this. Returns no row when the attempt is not in `from`: nothing has changed then. */
export function attemptUpdate(
  trx: Trx,
  { memberId, withdrawalId, attemptNo }: AttemptRef,
  { from, to, ...change }: AttemptChange & { from: AttemptState; to: AttemptState },
) {
  return trx
    .updateTable('payoutAttempt')
    .set({
      ...toColumns(change),
      state: movedTo(to),
      sendingAt: sendingAt(to),
      ...(CLOSED.includes(to) ? { settledAt: now, nextCheckAt: null, leaseUntil: null } : {}),
    })
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('attemptNo', '=', attemptNo)
    .where('state', '=', from)
    .returning('attemptNo')
}

/** Record something about an attempt, in any state. */
export function updateAttempt(
  trx: Trx,
  { memberId, withdrawalId, attemptNo }: AttemptRef,
  change: AttemptChange,
) {
  return trx
    .updateTable('payoutAttempt')
    .set(toColumns(change))
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('attemptNo', '=', attemptNo)
    .execute()
}

/** Find a receipt that the provider ever reported for this withdrawal, believed or not. */
export async function findReportedReceipt(db: Db, { memberId, withdrawalId }: WithdrawalRef) {
  const found = await db
    .selectFrom('payoutAttempt')
    .select('receipt')
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('receipt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found?.receipt ?? undefined
}

type Claim = { receipt: string; by: 'provider' | 'staff' }

/**
 * Claim a receipt for a withdrawal, for ever: one receipt proves one payment. False when it belongs to another withdrawal.
 * `receipt` as `readReceipt` gives it.
 */
export async function claimReceipt(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  { receipt, by }: Claim,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('payoutReceipt')
    .values({ receipt, memberId, withdrawalId, claimedBy: by })
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returning('receipt')
    .executeTakeFirst()
  if (claimed) return true
  return (await findReceipt(trx, receipt))?.withdrawalId === withdrawalId
}

function findReceipt(db: Db, receipt: string) {
  return db
    .selectFrom('payoutReceipt')
    .select(['memberId', 'withdrawalId', 'claimedBy'])
    .where('receipt', '=', receipt)
    .executeTakeFirst()
}

type ReferenceKind = Database['payoutReference']['kind']

type Reference = { kind: ReferenceKind; value: string }

export async function insertReference(trx: Trx, ref: AttemptRef, reference: Reference): Promise<void> {
  await referencesInsert(trx, [{ ...ref, ...reference }]).execute()
}

/** For `writeTogether`: what attempts are found by. */
export function referencesInsert(trx: Trx, references: readonly (AttemptRef & Reference)[]) {
  return trx
    .insertInto('payoutReference')
    .values(
      references.map(({ memberId, withdrawalId, attemptNo, kind, value }) => ({
        ...{ memberId, withdrawalId, attemptNo },
        ...{ kind, value },
      })),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .returning('value')
}

export async function findReference(db: Db, kind: ReferenceKind, value: string) {
  const found = await db
    .selectFrom('payoutReference')
    .select(['memberId', 'withdrawalId', 'attemptNo'])
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst()
  return found && { ...found, attemptNo: found.attemptNo ?? 0 }
}

/**
 * List attempts that no worker handles: not sent yet, a sender that died, a missing result. Those that wait to be sent are left out
 * while their provider's queue, or everything, is stopped.
 */
export function listDueAttempts(db: Db, limit: number) {
  return db
    .selectFrom('payoutAttempt')
    .select(['memberId', 'withdrawalId', 'attemptNo', 'state'])
    .where('state', 'in', ['prepared', 'sending', 'sent', 'unknown'])
    .where('nextCheckAt', '<=', now)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('state', '<>', 'prepared'),
        not(
          exists(
            selectFrom('payoutQueue')
              .select('provider')
              .where('isStopped', '=', true)
              .where((queue) =>
                queue.or([
                  queue('payoutQueue.provider', '=', queue.ref('payoutAttempt.provider')),
                  queue('payoutQueue.provider', '=', ALL_RAILS),
                ]),
              ),
          ),
        ),
      ]),
    )
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

/**
 * Make waiting attempts due now, because the cause may be gone; not those that back off from a busy provider. One caller at a time,
 * so that two cannot deadlock.
 */
export async function hastenPrepared(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('hasten-prepared'))`.execute(trx)
  await trx
    .updateTable('payoutAttempt as a')
    .from('withdrawal as w')
    .set({ nextCheckAt: now })
    .whereRef('w.memberId', '=', 'a.memberId')
    .whereRef('w.withdrawalId', '=', 'a.withdrawalId')
    .where('w.waitReason', 'is distinct from', 'busy')
    .where('a.state', '=', 'prepared')
    .where('a.nextCheckAt', '>', now)
    .execute()
}

/** Postpone a due attempt and return its state; undefined when another worker was first. */
export function postponeAttempt(trx: Trx, ref: AttemptRef, seconds: number) {
  return trx
    .updateTable('payoutAttempt')
    .set({ nextCheckAt: sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})` })
    .where('memberId', '=', ref.memberId)
    .where('withdrawalId', '=', ref.withdrawalId)
    .where('attemptNo', '=', ref.attemptNo)
    .where('state', 'in', ['prepared', 'sending', 'sent', 'unknown'])
    .where('nextCheckAt', '<=', now)
    .returning('state')
    .executeTakeFirst()
}
