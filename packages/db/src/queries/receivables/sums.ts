import { sql } from 'kysely'
import type { Db } from '../../client.ts'

export type PartnerSum = {
  partnerId: string
  partnerName: string
  scheme: object
  paymentDays: number
  exposureUsd: number
  accruedCents: number
  reversedCents: number
  invoicedCents: number
  receivedCents: number
  writtenOffCents: number
  allocatedCents: number
}

/** What each partner owes in all. Reads sums of days and documents, never single credits. */
export async function listPartnerSums(db: Db, partnerId?: string): Promise<PartnerSum[]> {
  const { rows } = await sql<PartnerSum>`
    select p.partner_id, p.name as partner_name, p.scheme, coalesce(a.payment_days, 30) as payment_days,
      coalesce(a.open_usd, 0) + coalesce(fresh.usd, 0) as exposure_usd,
      coalesce(d.accrued, 0)::bigint as accrued_cents, coalesce(d.reversed, 0)::bigint as reversed_cents,
      coalesce(i.total, 0)::bigint as invoiced_cents, coalesce(i.written_off, 0)::bigint as written_off_cents,
      coalesce(r.received, 0)::bigint as received_cents, coalesce(r.allocated, 0)::bigint as allocated_cents
    from partner p
    left join partner_account a on a.partner_id = p.partner_id
    left join (
      select partner_id, sum(case kind when 'reversed' then -usd else usd end) as usd from partner_accrual group by 1
    ) fresh on fresh.partner_id = p.partner_id
    left join (
      select partner_id, sum(accrued_cents) as accrued, sum(reversed_cents) as reversed from partner_account_day group by 1
    ) d on d.partner_id = p.partner_id
    left join (
      select partner_id, sum(total_cents) as total, sum(written_off_cents) as written_off from partner_invoice
      where kind = 'invoice' and state <> 'voided' group by 1
    ) i on i.partner_id = p.partner_id
    left join (
      select r.partner_id, sum(r.amount_cents) as received, sum(l.amount) as allocated
      from partner_receipt r
      left join (select receipt_id, sum(amount_cents) as amount from partner_allocation group by 1) l
        on l.receipt_id = r.receipt_id
      where r.state = 'booked' group by 1
    ) r on r.partner_id = p.partner_id
    ${partnerId === undefined ? sql`` : sql`where p.partner_id = ${partnerId}`}
    order by p.name, p.partner_id limit 200
  `.execute(db)
  return rows
}

/** What is owed with the day when it is due: open invoices, and what is not invoiced, by its month and terms. */
export async function listOpenAmounts(db: Db, partnerId?: string) {
  const ofPartner = partnerId === undefined ? sql`true` : sql`partner_id = ${partnerId}`
  const { rows } = await sql<{
    partnerId: string
    daysOver: number
    openCents: number
    /** Of what is not invoiced. */
    month: string | null
  }>`
    with allocated as (
      select l.invoice_id, sum(l.amount_cents) as cents from partner_allocation l
      join partner_receipt r on r.receipt_id = l.receipt_id and r.state = 'booked' group by 1
    ), open_invoice as (
      select i.partner_id, null::date as month, i.due_day, i.total_cents - coalesce(a.cents, 0) as cents
      from partner_invoice i left join allocated a on a.invoice_id = i.invoice_id
      where i.kind = 'invoice' and i.state = 'issued' and ${ofPartner}
    ), month_sum as (
      select partner_id, month, sum(accrued_cents - reversed_cents) as cents from partner_account_day
      where ${ofPartner} group by 1, 2
      union all
      select i.partner_id, l.month, -sum(l.accrued_cents - l.reversed_cents)
      from partner_invoice i join partner_invoice_line l on l.invoice_id = i.invoice_id
      where i.kind = 'invoice' and i.state <> 'voided' and ${ofPartner} group by 1, 2
    ), not_invoiced as (
      select m.partner_id, m.month, (m.month + interval '1 month - 1 day')::date + coalesce(a.payment_days, 30) as due_day,
        sum(m.cents) as cents
      from month_sum m left join partner_account a on a.partner_id = m.partner_id group by 1, 2, 3 having sum(m.cents) <> 0
    )
    select partner_id, business_day(now()) - due_day as days_over, cents::bigint as open_cents,
      to_char(month, 'YYYY-MM') as month
    from (select * from open_invoice union all select * from not_invoiced) every
  `.execute(db)
  return rows
}

export type MonthSum = {
  partnerId: string
  partnerName: string
  month: string
  accruedCents: number
  reversedCents: number
  invoicedCents: number
  receivedCents: number
  invoiceId: string | null
  invoiceNumber: string | null
}

/** The last months in which a partner owed something, newest first. `received`: what was allocated to the month's invoice. */
export async function listMonthSums(
  db: Db,
  { months, partnerId }: { months: number; partnerId?: string | undefined },
): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select d.partner_id, p.name as partner_name, to_char(d.month, 'YYYY-MM') as month, d.accrued::bigint as accrued_cents,
      d.reversed::bigint as reversed_cents, coalesce(i.total_cents, 0) as invoiced_cents, i.invoice_id, i.number as invoice_number,
      coalesce((select sum(l.amount_cents) from partner_allocation l join partner_receipt r on r.receipt_id = l.receipt_id
        where l.invoice_id = i.invoice_id and r.state = 'booked'), 0)::bigint as received_cents
    from (
      select partner_id, month, sum(accrued_cents) as accrued, sum(reversed_cents) as reversed from partner_account_day
      where month > date_trunc('month', business_day(now())::timestamp)::date - make_interval(months => ${months})
        ${partnerId === undefined ? sql`` : sql`and partner_id = ${partnerId}`}
      group by 1, 2
    ) d
    join partner p on p.partner_id = d.partner_id
    left join partner_invoice i on i.partner_id = d.partner_id and i.month = d.month and i.kind = 'invoice'
      and i.state <> 'voided'
    order by d.month desc, p.name, d.partner_id limit 2000
  `.execute(db)
  return rows
}
