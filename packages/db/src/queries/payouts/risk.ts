import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import { type AccountKey, hasAccount } from './account-numbers.ts'

/** A withdrawal's destination. */
export type PayoutPlace = {
  mpesaNumber: string | null
  bankName: string | null
  account: AccountKey | null
  accountName: string | null
  paypalEmail?: string | null | undefined
}

type Windows = { changeHours: number; requestHours: number; reversalDays: number; deviceDays: number }

export type RiskFacts = {
  /** They were paid, or asked to be, elsewhere before this recent destination. */
  isPlaceChanged: boolean
  requestsLately: number
  paidCount: number
  largestPaidKes: number
  isReversedLately: boolean
  otherAccountsOnDevice: number
}

/**
 * Read the risk facts of a withdrawal that is about to be requested. Needs the wallet's lock, so that concurrent requests see
 * each other. Bank and account names are compared in any case.
 */
export async function getRiskFacts(
  trx: Trx,
  { memberId, place, windows }: { memberId: string; place: PayoutPlace; windows: Windows },
): Promise<RiskFacts> {
  const { rows } = await sql<RiskFacts>`
    with past as (
      select requested_at, status, amount_kes,
        mpesa_number is not distinct from ${place.mpesaNumber}::text
          and lower(bank_name) is not distinct from lower(${place.bankName}::text)
          and ${hasAccount('withdrawal', place.account ? [place.account] : [])}
          and lower(account_name) is not distinct from lower(${place.accountName}::text)
          and paypal_email is not distinct from ${place.paypalEmail ?? null}::text as is_there
      from withdrawal where member_id = ${memberId}
    ), known as (
      select requested_at as since, is_there from past
      union all
      -- Registered for the member, even without a withdrawal.
      select created_at, mpesa_number is not distinct from ${place.mpesaNumber}::text
      from payout_number where member_id = ${memberId}
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
