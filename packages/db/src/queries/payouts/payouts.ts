import type {
  PayoutState,
  WaitReason,
  WithdrawalMethod,
  WithdrawalStatus,
} from '@chuma/contract/wallet/wallet'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { movedTo } from '../../state-columns.ts'
import { isHeld } from './is-held.ts'
import { isInBatch } from './is-in-batch.ts'

/** When the change was made; the withdrawal was locked by an earlier statement. */
const now = sql<Date>`statement_timestamp()`

export type WithdrawalRef = { memberId: string; withdrawalId: string }

export type LockedWithdrawal = {
  status: WithdrawalStatus
  payoutState: PayoutState | null
  method: WithdrawalMethod
  points: number
  kesPerPoint: number
  amountKes: number
  taxKes: number
  /** What is sent: `amountKes` less the tax. */
  payoutKes: number
  mpesaNumber: string | null
  adminComment: string | null
  receipt: string | null
  isInReview: boolean
  isBackingOff: boolean
  /** The member's payouts are paused. */
  isPaused: boolean
}

/** Find a withdrawal's owner, which must be known before anything of it can be locked. */
export function findWithdrawalRef(db: Db, withdrawalId: string): Promise<WithdrawalRef | undefined> {
  return db
    .selectFrom('withdrawal')
    .select(['memberId', 'withdrawalId'])
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
}

/** Read how far the provider is with a withdrawal's payment. */
export function findPayoutProgress(db: Db, withdrawalId: string) {
  return db
    .selectFrom('withdrawal')
    .select((eb) => [
      'withdrawal.memberId',
      'withdrawal.method',
      'withdrawal.status',
      'withdrawal.payoutState',
      'withdrawal.waitReason',
      eb
        .exists(
          eb
            .selectFrom('payoutAttempt')
            .select('payoutAttempt.attemptNo')
            .whereRef('payoutAttempt.memberId', '=', 'withdrawal.memberId')
            .whereRef('payoutAttempt.withdrawalId', '=', 'withdrawal.withdrawalId')
            .where('payoutAttempt.state', '=', 'paid'),
        )
        .$castTo<boolean>()
        .as('isPaidByProvider'),
    ])
    .where('withdrawal.withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
}

/** Read what a decision has made of a withdrawal. */
export function getDecidedState(trx: Trx, { memberId, withdrawalId }: WithdrawalRef) {
  return trx
    .selectFrom('withdrawal')
    .select(['status', 'payoutState', 'receipt'])
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirstOrThrow()
}

/** Read where a withdrawal is paid, for staff. */
export function findPayoutDetails(db: Db, withdrawalId: string) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .select([
      'withdrawalId as id',
      'member.email as userEmail',
      'method as withdrawalMethod',
      'mpesaNumber',
      'bankName',
      'accountNumber',
      'accountName',
      'paypalEmail',
    ])
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
}

export type Wait = { reason: Exclude<WaitReason, 'stopped' | 'paused'>; until: Date }
type WithdrawalState = Pick<LockedWithdrawal, 'status' | 'payoutState'>
export type WithdrawalChange = {
  /** Of a queued payout. Any other step ends the wait. */
  wait?: Wait
  adminComment?: string | null
  receipt?: string
  receiverName?: string
  receiverNameMatches?: boolean
  /** Who decided; the time is recorded with it. */
  processedBy?: string
}

/** What a withdrawal loses when it becomes undecided again. */
const UNDECIDED = {
  adminComment: null,
  processedBy: null,
  processedAt: null,
} as const

/** Only `moveWithdrawal` calls this. False when the withdrawal is not in `from`: nothing has changed then. */
export async function updateWithdrawalState(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  {
    from,
    to,
    wait,
    processedBy,
    ...change
  }: WithdrawalChange & { from: WithdrawalState; to: WithdrawalState },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('withdrawal')
    .set({
      ...change,
      status: movedTo(to.status),
      payoutState: movedTo(to.payoutState),
      waitReason: wait?.reason ?? null,
      waitsUntil: wait?.until ?? null,
      ...(processedBy === undefined ? {} : { processedBy, processedAt: now }),
      ...(to.status === 'pending' ? UNDECIDED : {}),
      ...(to.status === 'paid' ? { paidAt: now } : {}),
    })
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('status', '=', from.status)
    .where('payoutState', 'is not distinct from', from.payoutState)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Read what the mail about a withdrawal's end says, and its recipient; undefined when they want no such mail, or are erased. */
export function findWithdrawalNews(db: Db, { memberId, withdrawalId }: WithdrawalRef) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .leftJoin('memberSettings', 'memberSettings.memberId', 'withdrawal.memberId')
    .select(['email', 'firstName', 'status', 'points', 'amountKes', 'taxKes', 'adminComment', 'receipt'])
    .where('withdrawal.memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('member.erasedAt', 'is', null)
    .where(({ eb, or, exists, fn, lit, selectFrom }) =>
      or([
        eb(fn.coalesce('memberSettings.mailsPayouts', lit(true)), '=', true),
        exists(
          selectFrom('payoutCorrection')
            .select('correctionId')
            .whereRef('payoutCorrection.memberId', '=', 'withdrawal.memberId')
            .whereRef('payoutCorrection.withdrawalId', '=', 'withdrawal.withdrawalId'),
        ),
      ]),
    )
    .executeTakeFirst()
}

/** List the oldest that wait for a decision, after the one with this id. */
export async function listPendingIds(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('withdrawalId')
    .where('status', '=', 'pending')
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(requested_at, withdrawal_id) >
          (select a.requested_at, a.withdrawal_id from withdrawal a where a.withdrawal_id = ${after})`,
      ),
    )
    .orderBy('requestedAt')
    .orderBy('withdrawalId')
    .limit(limit)
    .execute()
  return rows.map((row) => row.withdrawalId)
}

/** List those that exist, oldest first. */
export async function sortByAge(db: Db, withdrawalIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('withdrawalId')
    .where('withdrawalId', 'in', withdrawalIds)
    .orderBy('requestedAt')
    .orderBy('withdrawalId')
    .execute()
  return rows.map((row) => row.withdrawalId)
}

/** List the ids of all that a person has to pay, on hold or not. */
export async function listByHandIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('withdrawalId')
    .where('payoutState', '=', 'manual')
    .orderBy('requestedAt')
    .orderBy('withdrawalId')
    .limit(limit)
    .execute()
  return rows.map((row) => row.withdrawalId)
}

/** List approved withdrawals that a person has to pay, oldest first. */
export function listPaidByHand(db: Db, limit: number) {
  return (
    db
      .selectFrom('withdrawal')
      .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
      .select([
        'withdrawal.withdrawalId as id',
        'withdrawal.method',
        'withdrawal.payoutKes',
        'withdrawal.amountUsd',
        'withdrawal.mpesaNumber',
        'withdrawal.bankName',
        'withdrawal.accountNumber',
        'withdrawal.accountName',
        'withdrawal.paypalEmail',
        'withdrawal.requestedAt',
        sql<string>`member.first_name || ' ' || member.last_name`.as('memberName'),
      ])
      .where('status', '=', 'approved')
      .where('payoutState', '=', 'manual')
      .where(sql<boolean>`not ${isInBatch}`)
      .where(sql<boolean>`not ${isHeld}`)
      // Nor are those of a member whose payouts are paused.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payoutPause')
              .select('pauseId')
              .whereRef('payoutPause.memberId', '=', 'withdrawal.memberId')
              .where('liftedAt', 'is', null),
          ),
        ),
      )
      .orderBy('requestedAt')
      .orderBy('withdrawalId')
      .limit(limit)
      .execute()
  )
}
