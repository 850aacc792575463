import type { TaxTerms } from '@chuma/contract/books/tax'
import { FIRST_PAGE, type Page } from '@chuma/contract/fields'
import type { WaitReason, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { pageOf } from '../list-page.ts'
import { announce } from '../listen.ts'

/** Stopping the queue, or pausing a member's payouts, is one row, not a change of every waiting payout. */
const waitReasonOfWithdrawal = sql<WaitReason | null>`case when withdrawal.payout_state = 'queued' then coalesce(
  (select 'paused' from payout_pause p where p.member_id = withdrawal.member_id and p.lifted_at is null),
  (select 'stopped' from payout_attempt a
    where exists (select from payout_queue q where q.provider in (a.provider, '*') and q.is_stopped)
      and a.member_id = withdrawal.member_id and a.withdrawal_id = withdrawal.withdrawal_id and a.state = 'prepared'),
  withdrawal.wait_reason
) end`

const columnsWith = (waitReason: RawBuilder<WaitReason | null>) =>
  [
    'withdrawal.withdrawalId as id',
    'withdrawal.memberId as userId',
    'withdrawal.status',
    'withdrawal.payoutState',
    waitReason.as('waitReason'),
    'withdrawal.waitsUntil',
    'withdrawal.amountKes',
    'withdrawal.points as pointsToWithdraw',
    'withdrawal.method as withdrawalMethod',
    'withdrawal.mpesaNumber',
    'withdrawal.bankName',
    'withdrawal.accountNumber',
    'withdrawal.accountName',
    'withdrawal.paypalEmail',
    'withdrawal.amountUsd',
    'withdrawal.taxPercent',
    'withdrawal.taxKes',
    'withdrawal.payoutKes',
    'withdrawal.requestedAt',
    'withdrawal.adminComment',
    'withdrawal.processedBy',
    'withdrawal.processedAt',
    'withdrawal.receipt',
    'withdrawal.paidAt',
    'withdrawal.reviewReasons',
    'withdrawal.isInReview',
  ] as const

/** A withdrawal as its owner sees it. */
export const withdrawalColumns = columnsWith(waitReasonOfWithdrawal)

export type Pause = Pick<Selectable<Database['payoutPause']>, 'reason' | 'appeal' | 'appealAnswer'>
/** `emails`: those that were verified, also former ones. */
type Requester = { available: number; pause: Pause | null; emails: string[]; taxTerms: TaxTerms }

/**
 * Lock the wallet of a member and their session, until the transaction ends, and read what a request for a withdrawal depends on.
 * Null when the session has ended.
 */
export async function lockRequester(
  trx: Trx,
  { memberId, tokenHash }: { memberId: string; tokenHash: Buffer },
): Promise<Requester | null> {
  const { rows } = await sql<{ requester: Requester | null }>`
    select requester from lock_requester(${memberId}, ${tokenHash})
  `.execute(trx)
  return rows[0]?.requester ?? null
}

type NewWithdrawal = Pick<
  Insertable<Database['withdrawal']>,
  | 'memberId'
  | 'withdrawalId'
  | 'points'
  | 'kesPerPoint'
  | 'amountKes'
  | 'method'
  | 'mpesaNumber'
  | 'bankName'
  | 'accountNumber'
  | 'accountNumberHash'
  | 'accountName'
  | 'paypalEmail'
  | 'amountUsd'
  | 'taxPercent'
  | 'taxKes'
  | 'reviewReasons'
  | 'riskScore'
  | 'isInReview'
> & { withdrawalId: string }

/** The caller makes the id: a sealed account number depends on it. */
export async function insertWithdrawal(trx: Trx, row: NewWithdrawal) {
  await announce(trx, 'withdrawal_change', row.memberId)
  return (
    trx
      .insertInto('withdrawal')
      .values(row)
      // A withdrawal that was only requested does not wait to be sent.
      .returning(columnsWith(sql`null`))
      .executeTakeFirstOrThrow()
  )
}

/** List newest first. */
export function listWithdrawals(db: Db, memberId: string, { after, limit }: Page = FIRST_PAGE) {
  return db
    .selectFrom('withdrawal')
    .select(withdrawalColumns)
    .where('memberId', '=', memberId)
    .$call(pageOf({ table: 'withdrawal', by: ['requestedAt', 'withdrawalId'], memberId, after, limit }))
    .execute()
}

/** Read one withdrawal as its owner sees it. */
export function getWithdrawal(
  trx: Trx,
  { memberId, withdrawalId }: { memberId: string; withdrawalId: string },
) {
  return trx
    .selectFrom('withdrawal')
    .select(withdrawalColumns)
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirstOrThrow()
}

/** Read an account number alone, which the stored answer of a request lacks. */
export async function findAccountNumber(
  trx: Trx,
  { memberId, withdrawalId }: { memberId: string; withdrawalId: string },
) {
  const found = await trx
    .selectFrom('withdrawal')
    .select('accountNumber')
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
  return found?.accountNumber ?? null
}

/** Read what the mail about a new destination says, and its recipient; undefined for an erased member. */
export function findPayoutDestination(
  db: Db,
  { memberId, withdrawalId }: { memberId: string; withdrawalId: string },
) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .select([
      'withdrawal.withdrawalId as id',
      'member.firstName',
      'withdrawal.amountKes',
      'withdrawal.points',
      'withdrawal.method',
      'withdrawal.mpesaNumber',
      'withdrawal.bankName',
      'withdrawal.accountNumber',
      'withdrawal.paypalEmail',
      'withdrawal.requestedAt',
    ])
    .where('withdrawal.memberId', '=', memberId)
    .where('withdrawal.withdrawalId', '=', withdrawalId)
    .where('member.erasedAt', 'is', null)
    .executeTakeFirst()
}

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

/**
 * For `writeTogether`: replaces the stored details of the method. `changedAt` stays when nothing differs. `account`: which one the
 * details name.
 */
export function payoutDetailsUpsert(trx: Trx, details: Details, account: AccountKey | null) {
  const { memberId: _, method: __, ...fields } = details
  return trx
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
    .returning('method')
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

/** How a stored account number is found: by its hash with any key, or as an earlier version stored it. */
export type AccountKey = { number: string; hashes: readonly Buffer[] }

/** Whether a row of `table` has one of these account numbers; without any, whether it has none. */
function hasAccount(table: 'withdrawal' | 'payout_details', accounts: readonly AccountKey[]) {
  const [number, hash] = [sql.ref(`${table}.account_number`), sql.ref(`${table}.account_number_hash`)]
  if (accounts.length === 0) return sql<boolean>`(${number} is null)`
  const hashes = accounts.flatMap((account) => account.hashes)
  const numbers = accounts.map((account) => account.number)
  return sql<boolean>`coalesce(${hash} = any(${hashes}::bytea[]) or ${number} = any(${numbers}::text[]), false)`
}
