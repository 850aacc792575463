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
  /** All that used the phone lately, the member's own among them. */
  accounts: number
  /** Of these, opened within `freshDays`. */
  freshAccounts: number
  /** Of these, in a group that staff have decided to pause, and still paused. */
  pausedAccounts: number
  /** The newest of these pauses. */
  pausedAt: Date | null
}

/**
 * Count who used the phones that the member uses: the most of each kind on one phone. More than `largestDevice` accounts are a network
 * with the same kind of phone, and count as none.
 */
export async function getPhoneFacts(
  trx: Trx,
  { memberId, deviceDays, largestDevice, freshDays }: PhoneTerms,
): Promise<PhoneFacts> {
  const recently = sql`last_seen_at > now() - make_interval(days => ${deviceDays})`
  const { rows } = await sql<PhoneFacts>`
    select
      coalesce(max(used.accounts), 0) as accounts,
      coalesce(max(used.fresh), 0) as fresh_accounts,
      coalesce(max(used.paused), 0) as paused_accounts,
      max(used.paused_at) as paused_at
    from (
      select distinct address, user_agent from session
      where member_id = ${memberId} and address is not null and user_agent is not null and ${recently}
    ) as phone cross join lateral (
      select count(*) as accounts, count(pause.paused_at) as paused, max(pause.paused_at) as paused_at,
        count(*) filter (where member.created_at > now() - make_interval(days => ${freshDays})) as fresh
      from (
        select distinct s.member_id from session s
        where s.address = phone.address and md5(s.user_agent) = md5(phone.user_agent)
          and s.user_agent = phone.user_agent and s.${recently}
        limit ${largestDevice + 1}
      ) as account
      join member on member.member_id = account.member_id
      left join lateral (
        select max(p.paused_at) as paused_at from payout_pause p
        where p.member_id = account.member_id and p.lifted_at is null
          and exists (select from cluster_member c where c.member_id = account.member_id)
      ) as pause on true
    ) as used
    where used.accounts <= ${largestDevice}
  `.execute(trx)
  const [facts] = rows
  if (!facts) throw new Error('an aggregate gives one row')
  return facts
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
