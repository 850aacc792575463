import type { WithdrawalMethod } from '@chuma/contract/wallet'
import type { PayoutState, WithdrawalStatus } from '@chuma/contract/wallet'
import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import type { AttemptState, ReferenceKind } from '../schema.ts'

export type WithdrawalRef = { memberId: string; withdrawalId: string }
export type AttemptRef = WithdrawalRef & { attemptNo: number }

export type LockedWithdrawal = {
  status: WithdrawalStatus
  payoutState: PayoutState | null
  method: WithdrawalMethod
  points: number
  amountKes: number
  mpesaNumber: string | null
  adminComment: string | null
  receipt: string | null
}
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
  sql<boolean>`coalesce(lease_until <= clock_timestamp(), true)`.as('isLeaseOver'),
] as const

// The clock and not now(): a transaction may have waited for its lock for a while.
const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

/** Whose withdrawal it is: what has to be known before anything of it can be locked. */
export function findWithdrawalRef(db: Db, withdrawalId: string): Promise<WithdrawalRef | undefined> {
  return db
    .selectFrom('withdrawal')
    .select(['memberId', 'withdrawalId'])
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
}

export function lockWithdrawal(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<LockedWithdrawal> {
  return trx
    .selectFrom('withdrawal')
    .select(['status', 'payoutState', 'method', 'points', 'amountKes', 'mpesaNumber', 'adminComment', 'receipt'])
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type WithdrawalChange = {
  status?: WithdrawalStatus
  payoutState?: PayoutState | null
  adminComment?: string | null
  receipt?: string
  /** Who decided; the moment is noted with it. */
  processedBy?: string
}

export function updateWithdrawal(trx: Trx, ref: WithdrawalRef, { processedBy, ...change }: WithdrawalChange) {
  return trx
    .updateTable('withdrawal')
    .set({
      ...change,
      ...(processedBy === undefined ? {} : { processedBy, processedAt: sql<Date>`clock_timestamp()` }),
      ...(change.status === 'paid' ? { paidAt: sql<Date>`clock_timestamp()` } : {}),
    })
    .where('memberId', '=', ref.memberId)
    .where('withdrawalId', '=', ref.withdrawalId)
    .execute()
}

/** The newest try to pay a withdrawal; at most this one is open. */
export function lockLastAttempt(trx: Trx, { memberId, withdrawalId }: WithdrawalRef) {
  return trx
    .selectFrom('payoutAttempt')
    .select(attemptColumns)
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .orderBy('attemptNo', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
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

type NewAttempt = AttemptRef & {
  provider: string
  originatorConversationId: string
  amountKes: number
  mpesaNumber: string
  nextCheckInSeconds: number
}

/** Refused by the database while another attempt for the same withdrawal is open. */
export async function insertAttempt(trx: Trx, { nextCheckInSeconds, ...attempt }: NewAttempt): Promise<void> {
  await trx
    .insertInto('payoutAttempt')
    .values({ ...attempt, nextCheckAt: inSeconds(nextCheckInSeconds) })
    .execute()
}

type AttemptChange = {
  state?: AttemptState
  provider?: string
  conversationId?: string
  receipt?: string | null
  resultCode?: string
  resultDescription?: string
  checks?: number
  /** Null: nobody holds it any more. */
  leaseSeconds?: number | null
  /** When it needs somebody's attention next; null: never. */
  nextCheckInSeconds?: number | null
}

const CLOSED: readonly AttemptState[] = ['paid', 'failed', 'not_sent']

export function updateAttempt(
  trx: Trx,
  ref: AttemptRef,
  { leaseSeconds, nextCheckInSeconds, ...change }: AttemptChange,
) {
  const closes = change.state !== undefined && CLOSED.includes(change.state)
  return trx
    .updateTable('payoutAttempt')
    .set({
      ...change,
      ...(leaseSeconds === undefined ? {} : { leaseUntil: leaseSeconds === null ? null : inSeconds(leaseSeconds) }),
      ...(nextCheckInSeconds === undefined
        ? {}
        : { nextCheckAt: nextCheckInSeconds === null ? null : inSeconds(nextCheckInSeconds) }),
      ...(closes ? { settledAt: sql<Date>`clock_timestamp()`, nextCheckAt: null, leaseUntil: null } : {}),
    })
    .where('memberId', '=', ref.memberId)
    .where('withdrawalId', '=', ref.withdrawalId)
    .where('attemptNo', '=', ref.attemptNo)
    .execute()
}

export async function insertReference(
  trx: Trx,
  { memberId, withdrawalId, attemptNo }: AttemptRef,
  { kind, value }: { kind: ReferenceKind; value: string },
): Promise<void> {
  await trx
    .insertInto('payoutReference')
    .values({ kind, value, memberId, withdrawalId, attemptNo })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute()
}

export async function findReference(
  db: Db,
  kind: ReferenceKind,
  value: string,
): Promise<AttemptRef | undefined> {
  const found = await db
    .selectFrom('payoutReference')
    .select(['memberId', 'withdrawalId', 'attemptNo'])
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst()
  return found && { ...found, attemptNo: found.attemptNo ?? 0 }
}

/** One receipt proves one payment: false when it already belongs to another withdrawal. */
export async function claimReceipt(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  receipt: string,
): Promise<boolean> {
  // A person types receipts in any case.
  const value = receipt.toUpperCase()
  await trx
    .insertInto('payoutReference')
    .values({ kind: 'receipt', value, memberId, withdrawalId, attemptNo: null })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute()
  return (await findReference(trx, 'receipt', value))?.withdrawalId === withdrawalId
}

/** Whether the provider ever said of any attempt that it paid this withdrawal, believed or not. */
export async function findReportedReceipt(
  db: Db,
  { memberId, withdrawalId }: WithdrawalRef,
): Promise<string | undefined> {
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

/** Attempts that nobody is looking after: not sent yet, a sender that died, a result that did not come. */
export function listDueAttempts(db: Db, limit = 100) {
  return db
    .selectFrom('payoutAttempt')
    .select(['memberId', 'withdrawalId', 'attemptNo', 'state'])
    .where('state', 'in', ['prepared', 'sending', 'sent', 'unknown'])
    .where('nextCheckAt', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

/** Puts a due attempt off and says in which state it was; nothing when another worker was first. */
export function postponeAttempt(trx: Trx, ref: AttemptRef, seconds: number) {
  return trx
    .updateTable('payoutAttempt')
    .set({ nextCheckAt: inSeconds(seconds) })
    .where('memberId', '=', ref.memberId)
    .where('withdrawalId', '=', ref.withdrawalId)
    .where('attemptNo', '=', ref.attemptNo)
    .where('state', 'in', ['prepared', 'sending', 'sent', 'unknown'])
    .where('nextCheckAt', '<=', sql<Date>`clock_timestamp()`)
    .returning('state')
    .executeTakeFirst()
}

/** What the mail about a withdrawal's end says, and to whom. */
export function getWithdrawalNews(db: Db, { memberId, withdrawalId }: WithdrawalRef) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .select(['email', 'firstName', 'status', 'points', 'amountKes', 'adminComment', 'receipt'])
    .where('withdrawal.memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirstOrThrow()
}
