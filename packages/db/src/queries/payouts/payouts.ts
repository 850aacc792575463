import type { TaxTerms } from '@chuma/contract/books/tax'
import type {
  PayoutState,
  WaitReason,
  WithdrawalMethod,
  WithdrawalStatus,
} from '@chuma/contract/wallet/wallet'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Sealed } from '../../column-types.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'
import { pageOf } from '../list-page.ts'

/** When the change was made; the withdrawal was locked by an earlier statement. */
const now = sql<Date>`statement_timestamp()`

export type WithdrawalRef = { memberId: string; withdrawalId: string }

/** For `in` conditions on both columns of the key, by which rows are found on one server and on several. */
export const idsOf = (refs: readonly WithdrawalRef[]) => ({
  memberIds: [...new Set(refs.map(({ memberId }) => memberId))],
  withdrawalIds: refs.map(({ withdrawalId }) => withdrawalId),
})

export type StoredHold = Pick<
  Selectable<Database['hold']>,
  'holdId' | 'reason' | 'since' | 'until' | 'facts' | 'endedAt' | 'endedBy'
>

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
  bankName: string | null
  accountNumber: Sealed | null
  paypalEmail: string | null
  adminComment: string | null
  receipt: string | null
  isInReview: boolean
  isBackingOff: boolean
  /** The member's payouts are paused. */
  isPaused: boolean
  /** Another member invited this one. */
  wasInvited: boolean
  isMemberErased: boolean
  taxTerms: TaxTerms
  /** Those that were verified, also former ones. */
  emails: string[]
  /** Ended ones too. */
  holds: StoredHold[]
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

type Step = {
  from: WithdrawalState
  to: WithdrawalState
  /** The part of `writeTogether` that moves its attempt: without that, nothing changes. The database refuses to pay a paid withdrawal. */
  after?: string | undefined
}

/** Only `moveWithdrawals` uses this. Returns no row of one that is not in `from`: the caller rolls back then. */
export function withdrawalsUpdate(
  trx: Trx,
  refs: readonly WithdrawalRef[],
  { from, to, after, wait, processedBy, ...change }: WithdrawalChange & Step,
) {
  const { memberIds, withdrawalIds } = idsOf(refs)
  return trx
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
    .where('memberId', 'in', memberIds)
    .where('withdrawalId', 'in', withdrawalIds)
    .where('status', '=', from.status)
    .where('payoutState', 'is not distinct from', from.payoutState)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(select count(*) from ${sql.table(after ?? '')}) = 1`),
    )
    .returning('withdrawalId')
}

/**
 * Read what the mail about a withdrawal's end says, its latest correction, and its recipient; undefined when they want no such mail,
 * or are erased.
 */
export function findWithdrawalNews(db: Db, { memberId, withdrawalId }: WithdrawalRef) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.memberId', 'withdrawal.memberId')
    .leftJoin('memberSettings', 'memberSettings.memberId', 'withdrawal.memberId')
    .leftJoin('payoutCorrection as correction', (join) =>
      join
        .onRef('correction.memberId', '=', 'withdrawal.memberId')
        .onRef('correction.withdrawalId', '=', 'withdrawal.withdrawalId'),
    )
    .select(['email', 'firstName', 'status', 'withdrawal.points', 'withdrawal.amountKes', 'taxKes'])
    .select(['adminComment', 'withdrawal.receipt'])
    .select(['correction.kind', 'correction.points as movedPoints', 'correction.amountKes as movedKes'])
    .where('withdrawal.memberId', '=', memberId)
    .where('withdrawal.withdrawalId', '=', withdrawalId)
    .where('member.erasedAt', 'is', null)
    .where(({ eb, or, fn, lit }) =>
      or([
        eb(fn.coalesce('memberSettings.mailsPayouts', lit(true)), '=', true),
        eb('correction.kind', 'is not', null),
      ]),
    )
    .orderBy('correction.bookedAt', 'desc')
    .limit(1)
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
    .$call(pageOf({ table: 'withdrawal', by: ['requestedAt', 'withdrawalId'], order: 'asc', after, limit }))
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

/** Whether a withdrawal is on hold, as stored. One whose time has come holds nothing, even before a worker has ended it. */
export const isHeld: RawBuilder<boolean> = sql<boolean>`exists (
  select from hold h where h.member_id = withdrawal.member_id and h.subject = 'withdrawal'
    and h.subject_id = withdrawal.withdrawal_id and h.ended_at is null and (h.until is null or h.until > now())
)`

/** The provider was busy, and the time of the next attempt has not come. */
export const isBackingOff = sql<boolean>`is_backing_off(wait_reason, waits_until)`

/** Of a row of `withdrawal`: a batch has it that was not cancelled, and the bank has not said that the payment failed. */
export const isInBatch = sql<boolean>`exists (
  select from bank_batch_row b where b.withdrawal_id = withdrawal.withdrawal_id and (b.outcome is null or b.outcome = 'paid')
)`

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

/** Where account numbers are stored, and the id in the place of their envelopes. */
export const ACCOUNT_TABLES = [
  { table: 'withdrawal', id: 'withdrawal_id' },
  { table: 'payout_details', id: 'member_id' },
] as const
export type AccountTable = (typeof ACCOUNT_TABLES)[number]

export type StoredAccount = { memberId: string; id: string; accountNumber: Sealed; isCurrent: boolean }

/** List account numbers that no key has sealed. */
export async function listPlainAccounts(trx: Trx, at: AccountTable, limit: number) {
  const { rows } = await sql<StoredAccount>`
    select member_id, ${sql.ref(at.id)} as id, account_number, false as is_current from ${sql.table(at.table)}
    where account_number is not null and account_number_hash is null and account_number <> 'erased'
    order by ${sql.ref(at.id)} limit ${limit}
  `.execute(trx)
  return rows
}

/** List the next account numbers by id. `isCurrent`: this key has sealed it. */
export async function listAccountsAfter(
  trx: Trx,
  at: AccountTable,
  { after, limit, keyId }: { after: string; limit: number; keyId: string },
) {
  const { rows } = await sql<StoredAccount>`
    select member_id, ${sql.ref(at.id)} as id, account_number,
      account_number like ${`sealed:1:${keyId}:%`} as is_current
    from ${sql.table(at.table)}
    where ${sql.ref(at.id)} > ${after}::uuid and account_number <> 'erased'
    order by ${sql.ref(at.id)} limit ${limit}
  `.execute(trx)
  return rows
}

type Resealed = StoredAccount & { sealed: string; hash: Buffer }

/**
 * Replace each account number that is still as it was read. Rows that someone else has locked are left for the next time: two
 * who wait for each other's withdrawals would deadlock.
 */
export async function replaceAccounts(trx: Trx, { table, id }: AccountTable, rows: readonly Resealed[]) {
  const [name, of] = [sql.table(table), sql.ref(`t.${id}`)]
  await sql`
    with n as (
      select * from unnest(${rows.map((row) => row.memberId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => row.accountNumber)}::text[], ${rows.map((row) => row.sealed)}::text[],
        ${rows.map((row) => row.hash)}::bytea[]) as n (member_id, id, stored, sealed, hash)
    ), free as (
      select t.member_id, ${of} as id from ${name} as t
      join n on n.member_id = t.member_id and n.id = ${of} and n.stored = t.account_number
      for no key update of t skip locked
    )
    update ${name} as t set account_number = n.sealed, account_number_hash = n.hash
    from n join free using (member_id, id)
    where t.member_id = n.member_id and ${of} = n.id and t.account_number = n.stored
  `.execute(trx)
}
