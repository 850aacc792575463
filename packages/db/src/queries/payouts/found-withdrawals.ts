import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/** What the typed text can be: each is found by an index of its own. */
export type WithdrawalKey = { withdrawalId: string } | { mpesaNumber: string } | { receipt: string }

/** List newest first, and no more than a list to choose from. */
export function findWithdrawalsBy(db: Db, key: WithdrawalKey) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .select([
      'withdrawal.withdrawalId as id',
      'withdrawal.memberId as userId',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
      'withdrawal.status',
      'withdrawal.amountKes',
    ])
    .where(conditionOf(key))
    .orderBy('withdrawal.requestedAt', 'desc')
    .limit(8)
    .execute()
}

function conditionOf(key: WithdrawalKey) {
  if ('withdrawalId' in key) return sql<boolean>`withdrawal.withdrawal_id = ${key.withdrawalId}`
  if ('mpesaNumber' in key) return sql<boolean>`withdrawal.mpesa_number = ${key.mpesaNumber}`
  // Written as in the index.
  return sql<boolean>`upper(withdrawal.receipt) = upper(${key.receipt}) and withdrawal.status = 'paid'`
}
