import type { AccountChangeKind } from '@chuma/contract/account/account-changes'
import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { WithdrawalRef } from './payouts.ts'

type Wanted = WithdrawalRef & {
  /** Of the destination, with every key that may have hashed it; empty if it is not known. */
  hashes: readonly Buffer[]
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

/** Read what one withdrawal's holds depend on. The caller has locked the wallet. */
export async function readHoldFacts(trx: Trx, { memberId, withdrawalId, ...wanted }: Wanted) {
  const { hashes, claimDays, changeHours, deviceDays, largestDevice, freshDays } = wanted
  const { rows } = await sql<Row & Phone & Place & Lists>`
    select now, requested_at, member_since, was_ever_paid, available, debt_points, debt_since, unconfirmed_points,
      unconfirmed_since, is_cluster_held, phone_accounts, fresh_accounts, paused_accounts, paused_at,
      network_paused_accounts, network_paused_at, owner_id, other_claimants, named_at, was_paid_there, was_paid_elsewhere,
      change_kinds, changed_at, mailbox_accounts, mailbox_since, doubtful_since, doubtful_until
    from read_hold_facts(
      ${memberId}, ${withdrawalId}, ${sql.val(hashes)}, ${claimDays}, ${changeHours}, ${deviceDays}, ${largestDevice},
      ${freshDays}
    )
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('read_hold_facts always answers one row')
  const { now, requestedAt, memberSince, wasEverPaid, available, debtPoints, debtSince } = row
  const { unconfirmedPoints, unconfirmedSince, isClusterHeld } = row
  return {
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
