import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

type Windows = { changeHours: number; requestHours: number; reversalDays: number; deviceDays: number }

export type RiskFacts = {
  /** They named another destination before this recent one. */
  isPlaceChanged: boolean
  requestsLately: number
  paidCount: number
  largestPaidKes: number
  isReversedLately: boolean
  /** Their last payment arrived at an account in another name. */
  isNameOfAnother: boolean
  otherAccountsOnDevice: number
}

/**
 * Read the risk facts of a withdrawal that is about to be requested. Needs the wallet's lock, so that concurrent requests see
 * each other, and a destination that is named. `hashes`: of that destination.
 */
export async function getRiskFacts(
  trx: Trx,
  { memberId, hashes, windows }: { memberId: string; hashes: readonly Buffer[]; windows: Windows },
): Promise<RiskFacts> {
  const { rows } = await sql<RiskFacts>`
    with past as (
      select requested_at, status, amount_kes, paid_at, receiver_name_matches
      from withdrawal where member_id = ${memberId}
    ), known as (
      select named_at as since, destination_hash = any(${hashes}::bytea[]) as is_there
      from payout_destination where member_id = ${memberId}
    ), first_known as (
      select coalesce(min(since) filter (where is_there), now()) as since from known
    )
    select
      first_known.since > now() - make_interval(hours => ${windows.changeHours}) and exists (
        select 1 from known where not known.is_there and known.since < first_known.since
      ) as is_place_changed,
      (select count(*) from past
        where requested_at > now() - make_interval(hours => ${windows.requestHours})) as requests_lately,
      (select count(*) from past where status = 'paid') as paid_count,
      (select coalesce(max(amount_kes), 0) from past where status = 'paid') as largest_paid_kes,
      exists (
        select 1 from posting where member_id = ${memberId} and kind = 'reversal'
          and created_at > now() - make_interval(days => ${windows.reversalDays})
      ) as is_reversed_lately,
      coalesce((
        select not receiver_name_matches from past where receiver_name_matches is not null order by paid_at desc limit 1
      ), false) as is_name_of_another,
      (select count(distinct other.member_id) from session mine
        join session other on other.address = mine.address and md5(other.user_agent) = md5(mine.user_agent)
          and other.user_agent = mine.user_agent and other.member_id <> mine.member_id
        where mine.member_id = ${memberId}
          and mine.last_seen_at > now() - make_interval(days => ${windows.deviceDays})
          and other.last_seen_at > now() - make_interval(days => ${windows.deviceDays})
      ) as other_accounts_on_device
    from first_known
  `.execute(trx)
  const [facts] = rows
  if (!facts) throw new Error('an aggregate gives one row')
  return facts
}
