import type { AccountChangeKind } from '@chuma/contract/account/account-changes'
import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { WithdrawalRef } from './payouts.ts'

export type WithdrawalFacts = {
  /** By the database's clock. */
  now: Date
  requestedAt: Date
  /** When the member signed up. */
  memberSince: Date
  wasEverPaid: boolean
  /** Since when the balance is negative. */
  debtSince: Date | null
  /** What the member lacks. */
  debtPoints: number
  /** What remains in the wallet: what withdrawals hold is not in it. */
  available: number
  /** Points of claims that staff granted within `claimDays` and the partner has not confirmed, and the newest of them. */
  unconfirmedPoints: number
  unconfirmedSince: Date | null
}

/** Read what one withdrawal's holds depend on in the member's own rows. The caller has locked the wallet. */
export async function getWithdrawalFacts(
  trx: Trx,
  { memberId, withdrawalId, claimDays }: WithdrawalRef & { claimDays: number },
): Promise<WithdrawalFacts> {
  const { rows } = await sql<WithdrawalFacts>`
    select
      clock_timestamp() as now,
      w.requested_at,
      (select created_at from member where member_id = ${memberId}) as member_since,
      exists (select from withdrawal p where p.member_id = ${memberId} and p.status = 'paid') as was_ever_paid,
      case when wallet.available < 0 then (
        select min(p.created_at) from posting p where p.member_id = ${memberId} and p.seq > coalesce((
          select max(q.seq) from posting q where q.member_id = ${memberId} and q.available_after >= 0
        ), 0)
      ) end as debt_since,
      greatest(0, -wallet.available) as debt_points,
      wallet.available,
      coalesce(claims.points, 0) as unconfirmed_points,
      claims.since as unconfirmed_since
    from withdrawal w join wallet on wallet.member_id = w.member_id, lateral (
      select sum(c.points) as points, max(c.decided_at) as since from credit_claim c
      where c.member_id = ${memberId} and c.state = 'credited'
        and c.decided_at > clock_timestamp() - make_interval(days => ${claimDays})
        and not exists (select from partner_credit p where p.member_id = ${memberId} and p.claim_id = c.claim_id)
    ) as claims
    where w.member_id = ${memberId} and w.withdrawal_id = ${withdrawalId}
  `.execute(trx)
  const [facts] = rows
  if (!facts) throw new Error(`withdrawal ${withdrawalId} vanished`)
  return facts
}

type PhoneTerms = { memberId: string; deviceDays: number; largestDevice: number; freshDays: number }

export type PhoneFacts = {
  /** All that used one phone lately, the member's own among them. */
  accounts: number
  /** Of these, opened within `freshDays`. */
  freshAccounts: number
  paused: PausedGroup
  /** The same where more than `largestDevice` accounts came from: a network with one kind of phone. */
  pausedOnNetwork: PausedGroup
}

/** Accounts in groups that staff paused within `freshDays`, and are still paused; and the newest of these pauses. */
type PausedGroup = { accounts: number; at: Date | null }

type PhoneRow = Pick<PhoneFacts, 'accounts' | 'freshAccounts'> & {
  paused: number
  pausedAt: Date | null
  pausedOnNetwork: number
  pausedOnNetworkAt: Date | null
}

/** Count who used the phones that the member uses: the most of each kind on one phone. */
export async function getPhoneFacts(
  trx: Trx,
  { memberId, deviceDays, largestDevice, freshDays }: PhoneTerms,
): Promise<PhoneFacts> {
  const recently = sql`last_seen_at > now() - make_interval(days => ${deviceDays})`
  const isPhone = sql`used.accounts <= ${largestDevice}`
  const { rows } = await sql<PhoneRow>`
    select
      coalesce(max(used.accounts) filter (where ${isPhone}), 0) as accounts,
      coalesce(max(used.fresh) filter (where ${isPhone}), 0) as fresh_accounts,
      coalesce(max(pause.accounts) filter (where ${isPhone}), 0) as paused,
      max(pause.newest) filter (where ${isPhone}) as paused_at,
      coalesce(max(pause.accounts) filter (where not ${isPhone}), 0) as paused_on_network,
      max(pause.newest) filter (where not ${isPhone}) as paused_on_network_at
    from (
      select distinct address, user_agent from session
      where member_id = ${memberId} and address is not null and user_agent is not null and ${recently}
    ) as phone cross join lateral (
      select count(*) as accounts,
        count(*) filter (where member.created_at > now() - make_interval(days => ${freshDays})) as fresh
      from (
        select distinct s.member_id from session s
        where s.address = phone.address and md5(s.user_agent) = md5(phone.user_agent)
          and s.user_agent = phone.user_agent and s.${recently}
        limit ${largestDevice + 1}
      ) as account
      join member on member.member_id = account.member_id
    ) as used cross join lateral (
      select count(distinct p.member_id) as accounts, max(p.paused_at) as newest
      from payout_pause p
      join cluster_member c on c.member_id = p.member_id
      join session s on s.member_id = p.member_id and s.address = phone.address and s.user_agent = phone.user_agent
      where p.lifted_at is null and p.paused_at > now() - make_interval(days => ${freshDays})
    ) as pause
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('an aggregate gives one row')
  const { accounts, freshAccounts, paused, pausedAt, pausedOnNetwork, pausedOnNetworkAt } = row
  return {
    accounts,
    freshAccounts,
    paused: { accounts: paused, at: pausedAt },
    pausedOnNetwork: { accounts: pausedOnNetwork, at: pausedOnNetworkAt },
  }
}

type DatedChange = { kind: AccountChangeKind; createdAt: Date }

/** List what changed about how the account is opened within these hours, newest first. */
export function listRecentChanges(
  trx: Trx,
  { memberId, hours }: { memberId: string; hours: number },
): Promise<DatedChange[]> {
  return trx
    .selectFrom('accountChange')
    .select(['kind', 'createdAt'])
    .where('memberId', '=', memberId)
    .where('createdAt', '>', sql<Date>`clock_timestamp() - make_interval(hours => ${hours})`)
    .orderBy('createdAt', 'desc')
    .execute()
}
