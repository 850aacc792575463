import type { Insertable } from 'kysely'
import type { Db, Trx } from '../client.ts'
import type { Database } from '../schema.ts'

/** A withdrawal as its owner sees it. */
export const withdrawalColumns = [
  'withdrawal.withdrawalId as id',
  'withdrawal.memberId as userId',
  'withdrawal.status',
  'withdrawal.payoutState',
  'withdrawal.amountKes',
  'withdrawal.points as pointsToWithdraw',
  'withdrawal.method as withdrawalMethod',
  'withdrawal.mpesaNumber',
  'withdrawal.bankName',
  'withdrawal.accountNumber',
  'withdrawal.accountName',
  'withdrawal.requestedAt',
  'withdrawal.adminComment',
  'withdrawal.processedBy',
  'withdrawal.processedAt',
  'withdrawal.receipt',
  'withdrawal.paidAt',
] as const

type NewWithdrawal = Pick<
  Insertable<Database['withdrawal']>,
  | 'memberId'
  | 'points'
  | 'kesPerPoint'
  | 'amountKes'
  | 'method'
  | 'mpesaNumber'
  | 'bankName'
  | 'accountNumber'
  | 'accountName'
>

export function insertWithdrawal(trx: Trx, row: NewWithdrawal) {
  return trx
    .insertInto('withdrawal')
    .values({
      ...row,
      payoutState: null,
      adminComment: null,
      processedBy: null,
      processedAt: null,
      receipt: null,
      paidAt: null,
    })
    .returning(withdrawalColumns)
    .executeTakeFirstOrThrow()
}

/** Newest first. */
export function listWithdrawals(db: Db, memberId: string, limit = 100) {
  return db
    .selectFrom('withdrawal')
    .select(withdrawalColumns)
    .where('memberId', '=', memberId)
    .orderBy('requestedAt', 'desc')
    .orderBy('withdrawalId')
    .limit(limit)
    .execute()
}

/** Books the number for this member, unless it is somebody's already, and says whose it is. */
export async function claimPayoutNumber(trx: Trx, mpesaNumber: string, memberId: string): Promise<string> {
  await trx
    .insertInto('payoutNumber')
    .values({ mpesaNumber, memberId })
    .onConflict((conflict) => conflict.column('mpesaNumber').doNothing())
    .execute()
  const owner = await trx
    .selectFrom('payoutNumber')
    .select('memberId')
    .where('mpesaNumber', '=', mpesaNumber)
    .executeTakeFirstOrThrow()
  return owner.memberId
}
