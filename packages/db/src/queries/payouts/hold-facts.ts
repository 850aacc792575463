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
  largestDeclared: number
  largestDevice: number
}

type Row = {
  /** By the database's clock. */
  now: Date
  requestedAt: Date
  wasEverPaid: boolean
  /** Before the first payment: a phone that the member uses was used for more accounts than a household may declare. */
  isPhoneCrowded: boolean
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
  const { hashes, claimDays, changeHours, deviceDays, largestDeclared, largestDevice } = wanted
  const { rows } = await sql<Row & Place & Lists>`
    select now, requested_at, was_ever_paid, is_phone_crowded, available, debt_points, debt_since, unconfirmed_points,
      unconfirmed_since, owner_id, other_claimants, named_at, was_paid_there, was_paid_elsewhere, change_kinds, changed_at,
      mailbox_accounts, mailbox_since, doubtful_since, doubtful_until, is_cluster_held
    from read_hold_facts(
      ${memberId}, ${withdrawalId}, ${sql.val(hashes)}, ${claimDays}, ${changeHours}, ${deviceDays}, ${largestDeclared},
      ${largestDevice}
    )
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('read_hold_facts always answers one row')
  const { ownerId, otherClaimants, namedAt, wasPaidThere, wasPaidElsewhere, ...others } = row
  const { changeKinds, changedAt, mailboxAccounts, mailboxSince, doubtfulSince, doubtfulUntil, ...own } =
    others
  return {
    ...own,
    destination: { ownerId, otherClaimants, namedAt, wasPaidThere, wasPaidElsewhere },
    /** How the account is opened, newest first. */
    changes: zip(changedAt, changeKinds, (createdAt, kind) => ({ createdAt, kind })),
    /** Other members who proved the mailbox of this member's address, and since when it is shared. */
    mailbox: { accounts: mailboxAccounts, since: mailboxSince },
    /** Surveys that paid although their answers are in doubt, oldest first. */
    doubtfulSurveys: zip(doubtfulSince, doubtfulUntil, (since, until) => ({ since, until })),
  }
}

/** Two lists of a row that belong together. */
function zip<A, B, C>(first: readonly A[], second: readonly B[], join: (a: A, b: B) => C): C[] {
  return first.flatMap((a, index) => {
    const b = second[index]
    return b === undefined ? [] : [join(a, b)]
  })
}
