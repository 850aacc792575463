import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { type AccountKey, hasAccount } from '../payouts/account-numbers.ts'

const detailsColumns = [
  'method as withdrawalMethod',
  'mpesaNumber',
  'bankName',
  'accountNumber',
  'accountName',
  'paypalEmail',
  'updatedAt',
] as const

type Details = Omit<Insertable<Database['payoutDetails']>, 'updatedAt' | 'changedAt'>

/** Replace the stored details of the method. `changedAt` stays when nothing differs. `account`: which one the details name. */
export async function savePayoutDetails(
  trx: Trx,
  details: Details,
  account: AccountKey | null,
): Promise<void> {
  const { memberId: _, method: __, ...fields } = details
  await trx
    .insertInto('payoutDetails')
    .values(details)
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'method']).doUpdateSet({
        ...fields,
        updatedAt: sql<Date>`excluded.updated_at`,
        changedAt: sql<Date>`case when
          (payout_details.mpesa_number, payout_details.bank_name, payout_details.account_name,
            payout_details.paypal_email)
          is distinct from
          (excluded.mpesa_number, excluded.bank_name, excluded.account_name, excluded.paypal_email)
          or not ${hasAccount('payout_details', account ? [account] : [])}
          then excluded.changed_at else payout_details.changed_at end`,
      }),
    )
    .execute()
}

/** List the last used first. */
export function listPayoutDetails(db: Db, memberId: string) {
  return db
    .selectFrom('payoutDetails')
    .select(detailsColumns)
    .where('memberId', '=', memberId)
    .orderBy('updatedAt', 'desc')
    .orderBy('method')
    .execute()
}

/** Delete details that were changed since. Returns how many. */
export async function deletePayoutDetailsSince(
  trx: Trx,
  { memberId, since }: { memberId: string; since: Date },
): Promise<number> {
  const deleted = await trx
    .deleteFrom('payoutDetails')
    .where('memberId', '=', memberId)
    .where('changedAt', '>=', since)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Deleting missing details succeeds. */
export async function deletePayoutDetails(
  db: Db,
  { memberId, method }: { memberId: string; method: WithdrawalMethod },
): Promise<void> {
  await db.deleteFrom('payoutDetails').where('memberId', '=', memberId).where('method', '=', method).execute()
}
