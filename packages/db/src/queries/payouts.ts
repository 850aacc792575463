import type { PayoutState, WithdrawalMethod, WithdrawalStatus } from '@chuma/contract/wallet'
import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'

export type WithdrawalRef = { memberId: string; withdrawalId: string }

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
/** Whose withdrawal it is: what has to be known before anything of it can be locked. */
export function findWithdrawalRef(db: Db, withdrawalId: string): Promise<WithdrawalRef | undefined> {
  return db
    .selectFrom('withdrawal')
    .select(['memberId', 'withdrawalId'])
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
}

export function lockWithdrawal(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
): Promise<LockedWithdrawal> {
  return trx
    .selectFrom('withdrawal')
    .select([
      'status',
      'payoutState',
      'method',
      'points',
      'amountKes',
      'mpesaNumber',
      'adminComment',
      'receipt',
    ])
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

/** What the mail about a withdrawal's end says, and to whom; undefined when he wants no such mail, or is gone. */
export function findWithdrawalNews(db: Db, { memberId, withdrawalId }: WithdrawalRef) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .leftJoin('memberSettings', 'memberSettings.memberId', 'withdrawal.memberId')
    .select(['email', 'firstName', 'status', 'points', 'amountKes', 'adminComment', 'receipt'])
    .where('withdrawal.memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('member.erasedAt', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('memberSettings.mailsPayouts', eb.lit(true)), '=', true))
    .executeTakeFirst()
}
