import type { AccountChangeKind } from '@chuma/contract/account/account'
import type { HoldFacts } from '@chuma/contract/payouts/holds'
import type { HoldReason } from '@chuma/contract/wallet/holds'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { announce } from '../listen.ts'
import { idsOf, type StoredHold, type WithdrawalRef } from './payouts.ts'

const now = sql<Date>`statement_timestamp()`
/** An open end, or a long one, is looked at every hour at first, and less often as it lasts, but every day. */
const again = (until: RawBuilder<Date | null>, since: RawBuilder<Date>) => sql<Date>`least(
  ${until}, (statement_timestamp() at time zone 'UTC' + greatest(interval '1 hour', least(interval '1 day',
    (statement_timestamp() at time zone 'UTC' - ${since} at time zone 'UTC') / 4))) at time zone 'UTC')`

type NewHold = { reason: HoldReason; since: Date; until: Date | null; facts: HoldFacts }

export async function insertHold(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  { reason, since, until, facts }: NewHold,
): Promise<string> {
  const { holdId } = await trx
    .insertInto('hold')
    .values({
      reason,
      since,
      until,
      facts: JSON.stringify(facts),
      evaluateAt: again(sql`${until}::timestamptz`, sql`${since}::timestamptz`),
      memberId,
      subject: 'withdrawal',
      subjectId: withdrawalId,
    })
    .returning('holdId')
    .executeTakeFirstOrThrow()
  await announce(trx, 'withdrawal_change', memberId)
  return holdId
}

type HoldRef = { memberId: string; holdId: string }

/** Open it again, or bring it up to date: its length is a setting, and its figures change. */
export async function updateHold(
  trx: Trx,
  { memberId, holdId }: HoldRef,
  { until, facts }: Pick<NewHold, 'until' | 'facts'>,
) {
  await announce(trx, 'withdrawal_change', memberId)
  return trx
    .updateTable('hold')
    .set({ until, facts: JSON.stringify(facts), endedAt: null, endedBy: null, endReason: null })
    .where('memberId', '=', memberId)
    .where('holdId', '=', holdId)
    .execute()
}

/** For `writeTogether`: ends all that still hold withdrawals which are settled. */
export function holdsEnd(trx: Trx, refs: readonly WithdrawalRef[]) {
  const { memberIds, withdrawalIds } = idsOf(refs)
  return trx
    .updateTable('hold')
    .set({ endedAt: now, endedBy: 'system', endReason: 'settled' })
    .where('memberId', 'in', memberIds)
    .where('subject', '=', 'withdrawal')
    .where('subjectId', 'in', withdrawalIds)
    .where('endedAt', 'is', null)
    .returning('holdId')
}

/** `by`: the staff actor who lifts it, or `system`. */
export async function endHold(
  trx: Trx,
  { memberId, holdId }: HoldRef,
  { by, reason }: { by: string; reason: string },
) {
  await announce(trx, 'withdrawal_change', memberId)
  return trx
    .updateTable('hold')
    .set({ endedAt: now, endedBy: by, endReason: reason })
    .where('memberId', '=', memberId)
    .where('holdId', '=', holdId)
    .where('endedAt', 'is', null)
    .execute()
}

type OpenHold = Pick<StoredHold, 'holdId' | 'reason' | 'since' | 'until' | 'facts'>

type Listed = { id: string; userId: string; status: string }

/** Read the open holds of listed withdrawals, by the withdrawal's id, oldest first. A settled one has none. */
export async function readOpenHolds(db: Db, listed: readonly Listed[]): Promise<Map<string, OpenHold[]>> {
  const byWithdrawal = new Map<string, OpenHold[]>()
  const withdrawals = listed.filter(({ status }) => status === 'pending' || status === 'approved')
  if (withdrawals.length === 0) return byWithdrawal
  const rows = await db
    .selectFrom('hold')
    .select(['subjectId', 'holdId', 'reason', 'since', 'until', 'facts'])
    .where('memberId', 'in', [...new Set(withdrawals.map(({ userId }) => userId))])
    .where('subject', '=', 'withdrawal')
    .where(
      'subjectId',
      'in',
      withdrawals.map(({ id }) => id),
    )
    .where('endedAt', 'is', null)
    .where(sql<boolean>`(until is null or until > now())`)
    .orderBy('createdAt')
    .orderBy('reason')
    .execute()
  for (const { subjectId, ...hold } of rows) {
    byWithdrawal.set(subjectId, [...(byWithdrawal.get(subjectId) ?? []), hold])
  }
  return byWithdrawal
}

/** Put everything that a member still waits for on hold from now on. The caller has locked the wallet. */
export async function holdUnsentWithdrawals(
  trx: Trx,
  { memberId, reason }: { memberId: string; reason: HoldReason },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into hold (member_id, subject, subject_id, reason, since, evaluate_at)
    select member_id, 'withdrawal', withdrawal_id, ${reason}, date_trunc('milliseconds', now()),
      ${again(sql`null::timestamptz`, sql`now()`)} from withdrawal
    where member_id = ${memberId} and (status = 'pending' or payout_state in ('manual', 'queued'))
    on conflict do nothing
  `.execute(trx)
  await announce(trx, 'withdrawal_change', memberId)
  return Number(numAffectedRows ?? 0)
}

/** Put everything on hold that a restored backup has as unpaid: it may have been paid since. */
export async function holdRestoredWithdrawals(trx: Trx): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into hold (member_id, subject, subject_id, reason, since, evaluate_at)
    select member_id, 'withdrawal', withdrawal_id, 'restored', date_trunc('milliseconds', now()),
      ${again(sql`null::timestamptz`, sql`now()`)} from withdrawal where status in ('pending', 'approved')
    on conflict do nothing
  `.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Put every unsent withdrawal on hold whose account number one of these keys has sealed: they are lost. The same holds that evaluating
 * each would begin. @returns how many are on hold for it
 */
export async function holdUnreadableWithdrawals(trx: Trx, lostKeyIds: readonly string[]): Promise<number> {
  await sql`
    insert into hold (member_id, subject, subject_id, reason, since, evaluate_at)
    select member_id, 'withdrawal', withdrawal_id, 'account-unreadable', date_trunc('milliseconds', requested_at),
      ${again(sql`null::timestamptz`, sql`now()`)} from withdrawal
    where (status = 'pending' or payout_state in ('manual', 'queued')) and account_number like 'sealed:1:%'
      and split_part(account_number, ':', 3) = any(${lostKeyIds})
    on conflict do nothing
  `.execute(trx)
  const { n } = await trx
    .selectFrom('hold')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('reason', '=', 'account-unreadable')
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** List withdrawals with holds that are to be evaluated, each once, the longest overdue first. */
export function listDueHolds(db: Db, limit: number): Promise<WithdrawalRef[]> {
  return db
    .selectFrom('hold')
    .select(['memberId', 'subjectId as withdrawalId'])
    .where('subject', '=', 'withdrawal')
    .where('endedAt', 'is', null)
    .where('evaluateAt', '<=', now)
    .groupBy(['memberId', 'subjectId'])
    .orderBy(({ fn }) => fn.min('evaluateAt'))
    .limit(limit)
    .execute()
}

/** Set when the open holds of a withdrawal are looked at again. */
export function scheduleHolds(trx: Trx, { memberId, withdrawalId }: WithdrawalRef) {
  return trx
    .updateTable('hold')
    .set({ evaluateAt: again(sql`until`, sql`since`) })
    .where('memberId', '=', memberId)
    .where('subject', '=', 'withdrawal')
    .where('subjectId', '=', withdrawalId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Have a worker look at a member's open holds within seconds, because a cause may be gone. */
export function hastenHolds(trx: Trx, memberId: string) {
  return trx
    .updateTable('hold')
    .set({ evaluateAt: now })
    .where('memberId', '=', memberId)
    .where('subject', '=', 'withdrawal')
    .where('endedAt', 'is', null)
    .execute()
}

/** Put a withdrawal aside whose holds cannot be evaluated, so that it delays no other. */
export function postponeHolds(db: Db, { memberId, withdrawalId }: WithdrawalRef, seconds: number) {
  return db
    .updateTable('hold')
    .set({ evaluateAt: sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})` })
    .where('memberId', '=', memberId)
    .where('subject', '=', 'withdrawal')
    .where('subjectId', '=', withdrawalId)
    .where('endedAt', 'is', null)
    .execute()
}

/** List everything that ever delayed a member's money, oldest first, for their export. */
export function listAllHolds(trx: Trx, memberId: string) {
  return trx
    .selectFrom('hold')
    .select(['subject', 'subjectId', 'reason', 'since', 'until', 'endedAt', 'endReason'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
}

type Wanted = WithdrawalRef & {
  /** Of the destination, with every key that may have hashed it; empty if it is not known. */
  hashes: readonly Buffer[]
  /** Of the member's addresses, as an erased account of the same person may have left. */
  mailboxPrints: readonly Buffer[]
}

type Terms = {
  claimDays: number
  changeHours: number
  deviceDays: number
  largestDevice: number
  freshDays: number
}

type Row = {
  /** By the database's clock. */
  now: Date
  requestedAt: Date
  /** When the member signed up. */
  memberSince: Date
  wasEverPaid: boolean
  /** What remains in the wallet: what withdrawals hold is not in it. */
  available: number
  /** What the member lacks, and since when the balance is negative. */
  debtPoints: number
  debtSince: Date | null
  /** Points of claims that staff granted within `claimDays` and the partner has not confirmed, and the newest of them. */
  unconfirmedPoints: number
  unconfirmedSince: Date | null
  isClusterHeld: boolean
  /** Erased accounts that the prints lead to, in the order in which wallets are locked. */
  formerIds: string[]
}

/** The most of each kind that used one of the member's phones lately. */
export type PhoneFacts = {
  /** All accounts, the member's own among them. */
  accounts: number
  /** Of these, opened within `freshDays`. */
  freshAccounts: number
  paused: PausedGroup
  /** The same where more than `largestDevice` accounts came from: a network with one kind of phone. */
  pausedOnNetwork: PausedGroup
}

/** Accounts in groups that staff paused within `freshDays`, and are still paused; and the newest of these pauses. */
type PausedGroup = { accounts: number; at: Date | null }

type Phone = {
  phoneAccounts: number
  freshAccounts: number
  pausedAccounts: number
  pausedAt: Date | null
  networkPausedAccounts: number
  networkPausedAt: Date | null
}

type Place = {
  /** Who proved it. */
  ownerId: string | null
  /** Other members who named it. */
  otherClaimants: number
  /** When this member first named it. */
  namedAt: Date | null
  wasPaidThere: boolean
  wasPaidElsewhere: boolean
}

type Lists = {
  changeKinds: AccountChangeKind[]
  changedAt: Date[]
  mailboxAccounts: number
  mailboxSince: Date | null
  doubtfulSince: Date[]
  doubtfulUntil: Date[]
}

/** Read what the holds of these withdrawals depend on. The caller has locked the wallets. */
export async function readHoldFacts(trx: Trx, wanted: readonly Wanted[], terms: Terms) {
  const { claimDays, changeHours, deviceDays, largestDevice, freshDays } = terms
  const { rows } = await sql<WithdrawalRef & Row & Phone & Place & Lists>`
    select wanted.member_id, wanted.withdrawal_id, now, requested_at, member_since, was_ever_paid, available,
      debt_points, debt_since, unconfirmed_points, unconfirmed_since, is_cluster_held, phone_accounts, fresh_accounts, paused_accounts, paused_at,
      network_paused_accounts, network_paused_at, owner_id, other_claimants, named_at, was_paid_there, was_paid_elsewhere,
      change_kinds, changed_at, mailbox_accounts, mailbox_since, doubtful_since, doubtful_until, former_ids
    from jsonb_to_recordset(${toJson(wanted)}::jsonb)
      as wanted (member_id uuid, withdrawal_id uuid, hashes jsonb, prints jsonb)
    cross join lateral read_hold_facts(
      wanted.member_id, wanted.withdrawal_id, array(${placeHashes}), array(${mailboxPrints}), ${claimDays},
      ${changeHours}, ${deviceDays}, ${largestDevice}, ${freshDays}
    )
  `.execute(trx)
  return rows.map(toFacts)
}

const toHex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))
const toJson = (wanted: readonly Wanted[]) =>
  JSON.stringify(
    wanted.map(({ memberId, withdrawalId, hashes, mailboxPrints }) => ({
      member_id: memberId,
      withdrawal_id: withdrawalId,
      hashes: toHex(hashes),
      prints: toHex(mailboxPrints),
    })),
  )
const mailboxPrints = sql`select decode(hex, 'hex') from jsonb_array_elements_text(wanted.prints) as hex`
const placeHashes = sql`select decode(hex, 'hex') from jsonb_array_elements_text(wanted.hashes) as hex`

function toFacts(row: WithdrawalRef & Row & Phone & Place & Lists) {
  const { now, requestedAt, memberSince, wasEverPaid, available, debtPoints, debtSince } = row
  const { unconfirmedPoints, unconfirmedSince, isClusterHeld } = row
  return {
    ...{ memberId: row.memberId, withdrawalId: row.withdrawalId, formerIds: row.formerIds },
    ...{ now, requestedAt, memberSince, wasEverPaid, available, debtPoints, debtSince },
    ...{ unconfirmedPoints, unconfirmedSince, isClusterHeld },
    phone: toPhone(row),
    destination: toPlace(row),
    /** How the account is opened, newest first. */
    changes: zip(row.changedAt, row.changeKinds, (createdAt, kind) => ({ createdAt, kind })),
    /** Other members who proved the mailbox of this member's address, and since when it is shared. */
    mailbox: { accounts: row.mailboxAccounts, since: row.mailboxSince },
    /** Surveys that paid although their answers are in doubt, oldest first. */
    doubtfulSurveys: zip(row.doubtfulSince, row.doubtfulUntil, (since, until) => ({ since, until })),
  }
}

function toPhone(row: Phone): PhoneFacts {
  return {
    accounts: row.phoneAccounts,
    freshAccounts: row.freshAccounts,
    paused: { accounts: row.pausedAccounts, at: row.pausedAt },
    pausedOnNetwork: { accounts: row.networkPausedAccounts, at: row.networkPausedAt },
  }
}

function toPlace({ ownerId, otherClaimants, namedAt, wasPaidThere, wasPaidElsewhere }: Place): Place {
  return { ownerId, otherClaimants, namedAt, wasPaidThere, wasPaidElsewhere }
}

/** Two lists of a row that belong together. */
function zip<A, B, C>(first: readonly A[], second: readonly B[], join: (a: A, b: B) => C): C[] {
  return first.flatMap((a, index) => {
    const b = second[index]
    return b === undefined ? [] : [join(a, b)]
  })
}
