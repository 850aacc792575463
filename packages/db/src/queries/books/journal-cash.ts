import type { cashForecast, exposure } from '@chuma/contract/books/journal-reports'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { kesPerUsdNow } from './journal-profit.ts'
import { NO_PARTNER } from './journal-reads.ts'

type Exposed = Omit<Answer<typeof exposure>['partners'][number], 'exposureMinor'>

/** What each partner owes, and what its credits gave to members. */
export async function listPartnerBalances(db: Db): Promise<Exposed[]> {
  const { rows } = await sql<Exposed>`
    select p.partner_id, p.name, accrued::bigint as accrued_usd_minor, owed::bigint as owed_usd_minor,
      round(owed * ${kesPerUsdNow})::bigint as owed_minor, rewards::bigint as rewards_minor
    from (
      select partner_id,
        coalesce(sum(credit_minor - debit_minor) filter (where account = 'partner-revenue' and currency = 'USD'), 0) as accrued,
        coalesce(sum(debit_minor - credit_minor) filter (where account = 'partner-receivables' and currency = 'USD'), 0) as owed,
        coalesce(sum(debit_minor - credit_minor) filter (where account = 'rewards-expense'), 0) as rewards
      from journal_day where partner_id <> ${NO_PARTNER}::uuid group by partner_id
    ) as sums join partner p on p.partner_id = sums.partner_id
    order by owed desc, p.name
  `.execute(db)
  return rows
}

/** What members were paid so far, and what they are still owed, in cents. */
export async function getPaidAndOwed(db: Db): Promise<{ paidMinor: number; owedMinor: number }> {
  const { rows } = await sql<{ paidMinor: number; owedMinor: number }>`
    select (select coalesce(sum(value), 0) * 100 from daily_figure where name = 'paid-kes')::bigint as paid_minor,
      (select coalesce(sum(credit_minor - debit_minor), 0) from journal_day
        where account in ('members-points', 'points-held', 'payouts-in-flight'))::bigint as owed_minor
  `.execute(db)
  return rows[0] ?? { paidMinor: 0, owedMinor: 0 }
}

type Cash = Answer<typeof cashForecast>

/** What the accounts with money hold. */
export async function listCash(db: Db): Promise<Cash['accounts']> {
  const { rows } = await sql<Cash['accounts'][number]>`
    select a.code as account, a.number, a.name, a.type, coalesce(sum(d.debit_minor - d.credit_minor), 0)::bigint as minor
    from journal_account a left join journal_day d on d.account = a.code and d.currency = 'KES'
    where a.code in ('float-mpesa', 'float-airtel', 'float-airtime', 'bank', 'cash-clearing')
    group by a.code order by a.number
  `.execute(db)
  return rows
}

/** Sum open withdrawals by the day from which they can be paid: when their holds are over, or a limit lets them pass. */
export async function listDuePayouts(
  db: Db,
): Promise<Pick<Cash['days'][number], 'day' | 'count' | 'payoutMinor'>[]> {
  const { rows } = await sql<Pick<Cash['days'][number], 'day' | 'count' | 'payoutMinor'>>`
    select greatest(business_day(now()), business_day(due)) as day, count(*) as count,
      (sum(payout_kes) * 100)::bigint as payout_minor
    from (
      select w.payout_kes, coalesce((
        select max(h.until) from hold h where h.member_id = w.member_id and h.subject = 'withdrawal'
          and h.subject_id = w.withdrawal_id and h.ended_at is null
      ), w.waits_until, now()) as due
      from withdrawal w where w.status in ('pending', 'approved')
    ) as open group by 1 order by 1
  `.execute(db)
  return rows
}
