import type { ListPremiumPaymentsInput, PremiumPaymentState } from '@chuma/contract/premium/premium'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'
import { erasedIfGiven } from '../account/erased-prints.ts'
import { isErased } from '../account/members.ts'
import { pageOf } from '../list-page.ts'

export type PaymentRef = { memberId: string; paymentId: string }

// Not now(): the transaction may have waited for its lock. The statement that changes the row begins after that.
const now = sql<Date>`statement_timestamp()`
const inSeconds = (seconds: number) => sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})`
const OPEN = ['asked', 'sending', 'waiting', 'unknown'] as const

/** Columns that the payer sees. */
const paymentColumns = [
  'premiumPayment.paymentId as id',
  'premiumPayment.state',
  'premiumPayment.mpesaNumber',
  'premiumPayment.months',
  'premiumPayment.amountKes',
  sql<
    string | null
  >`case when premium_payment.state = 'failed' then premium_payment.result_description end`.as('problem'),
  'premiumPayment.resultCode',
  'premiumPayment.receipt',
  'premiumPayment.createdAt',
  'premiumPayment.settledAt',
] as const

type NewPayment = {
  memberId: string
  provider: string
  mpesaNumber: string
  months: number
  amountKes: number
  accountReference: string
  nextCheckInSeconds: number
}

/** Undefined while another payment of this member is open. */
export function insertPayment(trx: Trx, { nextCheckInSeconds, ...payment }: NewPayment) {
  return trx
    .insertInto('premiumPayment')
    .values({ ...payment, nextCheckAt: inSeconds(nextCheckInSeconds) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(paymentColumns)
    .executeTakeFirst()
}

const paymentsOf = (db: Db, memberId: string) =>
  db.selectFrom('premiumPayment').select(paymentColumns).where('memberId', '=', memberId)

export function findOpenPayment(db: Db, memberId: string) {
  return paymentsOf(db, memberId).where('state', 'in', OPEN).executeTakeFirst()
}

/** Read a payment as its member sees it. */
export function getPaymentOf(db: Db, { memberId, paymentId }: PaymentRef) {
  return paymentsOf(db, memberId).where('paymentId', '=', paymentId).executeTakeFirstOrThrow()
}

export function findNewestPayment(db: Db, memberId: string) {
  return paymentsOf(db, memberId).orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
}

export function listPayments(db: Db, memberId: string) {
  return paymentsOf(db, memberId).orderBy('createdAt').execute()
}

export function getPayment(db: Db, { memberId, paymentId }: PaymentRef) {
  return db
    .selectFrom('premiumPayment')
    .select(['state', 'provider', 'checkoutRequestId'])
    .where('memberId', '=', memberId)
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
}

export function lockPayment(trx: Trx, { memberId, paymentId }: PaymentRef) {
  return trx
    .selectFrom('premiumPayment')
    .select([
      'state',
      'provider',
      'mpesaNumber',
      'months',
      'amountKes',
      'accountReference',
      'checkoutRequestId',
      'reportedKes',
      'receipt',
      'checks',
    ])
    .where('memberId', '=', memberId)
    .where('paymentId', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
export type LockedPayment = Awaited<ReturnType<typeof lockPayment>>

export type PaymentChange = {
  checkoutRequestId?: string
  resultCode?: string | null
  resultDescription?: string | null
  reportedKes?: number
  receipt?: string
  checks?: number
  /** When a worker checks it next; null: never. */
  nextCheckInSeconds?: number | null
  decidedBy?: string
  decisionNote?: string
}

function toColumns({ nextCheckInSeconds, ...change }: PaymentChange) {
  if (nextCheckInSeconds === undefined) return change
  return { ...change, nextCheckAt: nextCheckInSeconds === null ? null : inSeconds(nextCheckInSeconds) }
}

/** Only `movePayment` calls this. False when the payment is not in `from`: nothing has changed then. */
export async function updatePaymentState(
  trx: Trx,
  { memberId, paymentId }: PaymentRef,
  { from, to, ...change }: PaymentChange & { from: PremiumPaymentState; to: PremiumPaymentState },
): Promise<boolean> {
  const isFinal = to === 'paid' || to === 'closed'
  const isWatched = !isFinal && to !== 'failed' && to !== 'review'
  const { numUpdatedRows } = await trx
    .updateTable('premiumPayment')
    .set({
      ...toColumns(change),
      state: movedTo(to),
      ...(isFinal ? { settledAt: now } : {}),
      ...(isWatched ? {} : { nextCheckAt: null }),
    })
    .where('memberId', '=', memberId)
    .where('paymentId', '=', paymentId)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Note news of a payment that stays in its state. */
export async function updatePayment(trx: Trx, { memberId, paymentId }: PaymentRef, change: PaymentChange) {
  await trx
    .updateTable('premiumPayment')
    .set(toColumns(change))
    .where('memberId', '=', memberId)
    .where('paymentId', '=', paymentId)
    .execute()
}

/** Payments whose next check is due. */
export function listDuePayments(db: Db, limit = 100): Promise<PaymentRef[]> {
  return db
    .selectFrom('premiumPayment')
    .select(['memberId', 'paymentId'])
    .where('nextCheckAt', '<=', now)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

/** Whether a payment that the caller has locked is still due, or another worker was first. */
export async function isPaymentDue(trx: Trx, { memberId, paymentId }: PaymentRef): Promise<boolean> {
  const due = await trx
    .selectFrom('premiumPayment')
    .select('paymentId')
    .where('memberId', '=', memberId)
    .where('paymentId', '=', paymentId)
    .where('nextCheckAt', '<=', now)
    .executeTakeFirst()
  return due !== undefined
}

export function findPaymentRef(db: Db, paymentId: string): Promise<PaymentRef | undefined> {
  return db
    .selectFrom('premiumPayment')
    .select(['memberId', 'paymentId'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
}

const adminColumns = [
  ...paymentColumns,
  'premiumPayment.memberId as userId',
  'member.email as userEmail',
  'premiumPayment.reportedKes',
  sql<string | null>`coalesce(premium_payment.decision_note, premium_payment.result_description)`.as('note'),
  'premiumPayment.decidedBy',
] as const

export function getAdminPayment(db: Db, { memberId, paymentId }: PaymentRef) {
  return db
    .selectFrom('premiumPayment')
    .innerJoin('member', 'member.memberId', 'premiumPayment.memberId')
    .select(adminColumns)
    .where('premiumPayment.memberId', '=', memberId)
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
}

/** List oldest first: the order in which staff handle them. */
export function listAdminPayments(db: Db, { state, memberId, after, limit }: ListPremiumPaymentsInput) {
  return db
    .selectFrom('premiumPayment')
    .innerJoin('member', 'member.memberId', 'premiumPayment.memberId')
    .select(adminColumns)
    .$if(state !== undefined, (query) => query.where('premiumPayment.state', '=', state ?? 'review'))
    .$if(memberId !== undefined, (query) => query.where('premiumPayment.memberId', '=', memberId ?? ''))
    .$call(pageOf({ table: 'premiumPayment', by: ['createdAt', 'paymentId'], order: 'asc', after, limit }))
    .execute()
}

type NewCallback = { tokenHash: string; body: Buffer; bodyHash: Buffer; address: string | null }

/** Store a callback; undefined when the same bytes were stored before. */
export async function insertPremiumCallback(trx: Trx, callback: NewCallback) {
  const { tokenHash, bodyHash } = callback
  const word = await trx
    .insertInto('premiumCallbackWord')
    .values({ tokenHash, bodyHash })
    .onConflict((conflict) => conflict.columns(['tokenHash', 'bodyHash']).doNothing())
    .returning('tokenHash')
    .executeTakeFirst()
  if (!word) return undefined
  return trx.insertInto('premiumCallback').values(callback).returning('callbackId').executeTakeFirstOrThrow()
}

export function getPremiumCallback(db: Db, callbackId: string) {
  return db
    .selectFrom('premiumCallback')
    .select(['tokenHash', 'body'])
    .where('callbackId', '=', callbackId)
    .executeTakeFirstOrThrow()
}

/** Keep that they paid, when and by which receipt; erase their number and the provider's texts. */
export async function blotOutPremium(trx: Trx, memberId: string): Promise<void> {
  await trx.updateTable('premiumGrant').set({ reason: 'erased' }).where('memberId', '=', memberId).execute()
  await trx
    .updateTable('premiumPayment')
    .set({
      mpesaNumber: 'erased',
      resultDescription: null,
      decisionNote: erasedIfGiven('decisionNote'),
    })
    .where('memberId', '=', memberId)
    .execute()
  await blotOutPremiumCallbacks(trx, memberId)
}

const NO_BYTES = Buffer.alloc(0)

/** Changes nothing for a member who is not erased. */
export async function blotOutPremiumCallbacks(trx: Trx, memberId: string): Promise<void> {
  if (!(await isErased(trx, memberId))) return
  const ids = await listPremiumCallbacksOf(trx, memberId)
  if (ids.length === 0) return
  await trx
    .updateTable('premiumCallback')
    .set({ body: NO_BYTES })
    .where('callbackId', 'in', ids)
    .where('body', '<>', NO_BYTES)
    .execute()
}

/** One value names one payment: false when it names another already. */
export async function claimReference(
  trx: Trx,
  { memberId, paymentId }: PaymentRef,
  { kind, value }: { kind: Database['premiumReference']['kind']; value: string },
): Promise<boolean> {
  await trx
    .insertInto('premiumReference')
    .values({ kind, value, memberId, paymentId })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute()
  return (await findPaymentBy(trx, kind, value))?.paymentId === paymentId
}

export function findPaymentBy(db: Db, kind: Database['premiumReference']['kind'], value: string) {
  return db
    .selectFrom('premiumReference')
    .select(['memberId', 'paymentId'])
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst()
}

/** List the ids of a provider's callbacks about payments by this member. */
async function listPremiumCallbacksOf(trx: Trx, memberId: string): Promise<string[]> {
  const said = await trx
    .selectFrom('premiumCallback')
    .select('callbackId')
    .where('tokenHash', 'in', (token) =>
      token
        .selectFrom('premiumReference')
        .select('value')
        .where('kind', '=', 'callback-token')
        .where('memberId', '=', memberId),
    )
    .execute()
  return said.map(({ callbackId }) => callbackId)
}
