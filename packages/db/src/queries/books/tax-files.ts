import { EARNINGS_OF, type TaxEarnings, type TaxResidence } from '@chuma/contract/books/tax'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Sealed } from '../../column-types.ts'
import type { Database } from '../../schema.gen.ts'
import { announce } from '../listen.ts'
import type { WithdrawalRef } from '../payouts/payouts.ts'

export type TaxPeriodRow = {
  month: string
  payments: number
  baseKes: number
  taxKes: number
  isOver: boolean
  carriedKes: number | null
  dueOn: string | null
  contentHash: Buffer | null
  filedBy: string | null
  filedAt: Date | null
  amountKes: number | null
  reference: string | null
  paidOn: string | null
  recordedBy: string | null
}

/** Serialise filing and remitting, until the transaction ends. */
export async function lockTaxMonths(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tax-months'))`.execute(trx)
}

/** List months with tax, what was filed and what was remitted, newest first. */
export async function listTaxPeriods(
  db: Db,
  { month = null, limit = 36 }: { month?: string | null; limit?: number },
) {
  const { rows } = await sql<TaxPeriodRow>`
    with booked as (
      select to_char(day, 'YYYY-MM') as month, count(*) filter (where tax_kes > 0) as payments,
        sum(base_kes)::bigint as base_kes, sum(tax_kes)::bigint as tax_kes
      from (
        select day, base_kes, tax_kes from withholding
        union all select day, -base_kes, -tax_kes from withholding_reversal
      ) as each
      where ${month}::text is null or to_char(day, 'YYYY-MM') = ${month} group by 1
    )
    select b.month, b.payments, b.base_kes, b.tax_kes,
      (b.month || '-01')::date + interval '1 month' <= business_day(now()) as is_over,
      f.carried_kes, f.due_on, f.content_hash, f.filed_by, f.filed_at, r.amount_kes, r.reference, r.paid_on, r.recorded_by
    from booked b left join tax_file f on f.month = b.month left join tax_remittance r on r.month = b.month
    order by b.month desc limit ${limit}
  `.execute(db)
  return rows
}

/** Read what is carried from the newest filed month before this one: zero or less. */
export async function getCarried(trx: Trx, month: string): Promise<number> {
  const found = await trx
    .selectFrom('taxFile')
    .select(sql<number>`least(0, tax_kes + carried_kes)`.as('carriedKes'))
    .where('month', '<', month)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.carriedKes ?? 0
}

/** The oldest finished month that is not filed. */
export async function findOldestOpenMonth(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select to_char(day, 'YYYY-MM') as month from (
      select day from withholding union all select day from withholding_reversal
    ) as booked
    where day < date_trunc('month', business_day(now()))
      and day >= coalesce((select max((month || '-01')::date) + interval '1 month' from tax_file), '-infinity')
    order by day limit 1
  `.execute(db)
  return rows[0]?.month
}

export type TaxLine = {
  memberId: string
  withdrawalId: string
  firstName: string
  lastName: string
  pin: Sealed | null
  residence: TaxResidence
  day: string
  baseKes: number
  percent: number
  taxKes: number
  isReturned: boolean
}

const linesWhere = (which: RawBuilder<unknown>) => sql<TaxLine>`
  select b.member_id, b.withdrawal_id, m.first_name, m.last_name, t.pin, b.day, b.base_kes, b.percent, b.tax_kes, b.is_returned,
    coalesce((select p.residence from tax_part p where p.member_id = b.member_id and p.withdrawal_id = b.withdrawal_id
      order by p.day desc limit 1), 'resident') as residence
  from (
    select member_id, withdrawal_id, day, base_kes, percent, tax_kes, false as is_returned from withholding
    union all
    select r.member_id, r.withdrawal_id, r.day, -r.base_kes, h.percent, -r.tax_kes, true
    from withholding_reversal r join withholding h on h.member_id = r.member_id and h.withdrawal_id = r.withdrawal_id
  ) as b
  join member m on m.member_id = b.member_id
  left join member_tax t on t.member_id = b.member_id
  where ${which} order by b.day, b.withdrawal_id, b.is_returned`

const inMonth = (month: string) =>
  sql`b.day >= ${`${month}-01`}::date and b.day < ${`${month}-01`}::date + interval '1 month'`

/** List a month's payments with tax, and payments that came back in it. */
export async function listTaxLines(trx: Trx, month: string): Promise<TaxLine[]> {
  return (await linesWhere(inMonth(month)).execute(trx)).rows
}

/** List a payee's lines of filed months. `span`: a month or a year. */
export async function listFiledLinesOf(db: Db, memberId: string, span: string): Promise<TaxLine[]> {
  const filed = sql`b.member_id = ${memberId} and to_char(b.day, 'YYYY-MM') like ${`${span}%`}
    and exists (select from tax_file f where f.month = to_char(b.day, 'YYYY-MM'))`
  return (await linesWhere(filed).execute(db)).rows
}

/** List a payee's filed months, newest first. */
export async function listFiledMonthsOf(db: Db, memberId: string, limit = 60) {
  const { rows } = await sql<{ month: string; baseKes: number; taxKes: number }>`
    select to_char(day, 'YYYY-MM') as month, sum(base_kes)::bigint as base_kes, sum(tax_kes)::bigint as tax_kes
    from (
      select day, base_kes, tax_kes from withholding where member_id = ${memberId}
      union all select day, -base_kes, -tax_kes from withholding_reversal where member_id = ${memberId}
    ) as b
    where exists (select from tax_file f where f.month = to_char(b.day, 'YYYY-MM'))
    group by 1 order by 1 desc limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Read what the journal moved of the tax payable in a month, without what was paid to the authority. Null for a month that began before
 * the books' first whole day: its payments may be in what the books opened with.
 */
export async function findBookedTax(trx: Trx, month: string): Promise<number | null> {
  const first = sql`${`${month}-01`}::date`
  const { rows } = await sql<{ taxKes: number | null }>`
    select case when ${first} > (select min(day) + 1 from journal_points_day) then (
      select coalesce(-sum(l.minor), 0) / 100 from journal_line l join journal_entry e on e.entry_id = l.entry_id
      where l.account = 'tax-payable' and l.day >= ${first} and e.kind <> 'tax-remitted'
        -- What came after its month was closed is booked later, and is about that month.
        and coalesce(e.booked_for, e.day) >= ${first} and coalesce(e.booked_for, e.day) < ${first} + interval '1 month'
    ) end::float8 as tax_kes
  `.execute(trx)
  return rows[0]?.taxKes ?? null
}

export async function insertTaxFile(trx: Trx, row: Insertable<Database['taxFile']>): Promise<boolean> {
  const made = await trx
    .insertInto('taxFile')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst()
  return made !== undefined
}

export function findTaxFile(db: Db, month: string) {
  return db
    .selectFrom('taxFile')
    .select(['month', 'content', 'contentHash'])
    .where('month', '=', month)
    .executeTakeFirst()
}

/** @returns false if another month has the reference */
export async function insertRemittance(trx: Trx, row: Insertable<Database['taxRemittance']>) {
  const made = await trx
    .insertInto('taxRemittance')
    .values(row)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('month')
    .executeTakeFirst()
  return made !== undefined
}

/** Erase the details of erased members whose tax is filed. */
export async function deleteFiledDetails(trx: Trx): Promise<void> {
  await sql`
    delete from member_tax t using member m
    where m.member_id = t.member_id and m.erased_at is not null and not ${owesLine(sql`t.member_id`)}
  `.execute(trx)
}

/** Whether a member's tax is still to be filed: until then the law needs their PIN. */
export const owesLine = (memberId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from withholding h where h.member_id = ${memberId}
    and not exists (select from tax_file f where f.month = to_char(h.day, 'YYYY-MM'))
)`

const kinds = Object.keys(EARNINGS_OF)
const earnings = Object.values(EARNINGS_OF)

/**
 * Find out what the points of a withdrawal were earned by: a member's points leave in the order in which they were earned. Points that
 * were taken back are not among them. `before`: the withdrawal, if it exists already; earlier ones have taken their points.
 */
export async function splitByEarnings(
  trx: Trx,
  { memberId, points, before = null }: { memberId: string; points: number; before?: string | null },
): Promise<{ earnings: TaxEarnings; points: number }[]> {
  const { rows } = await sql<{ earnings: TaxEarnings; points: number }>`
    with taken as (
      select coalesce(sum(w.points), 0) as points from withdrawal w
      where w.member_id = ${memberId} and w.status <> 'rejected' and (${before}::uuid is null
        or (w.requested_at, w.withdrawal_id) < (select b.requested_at, b.withdrawal_id from withdrawal b
          where b.member_id = ${memberId} and b.withdrawal_id = ${before}))
    ), back as (
      select reverses_seq as seq, sum(available_delta) as points from posting
      where member_id = ${memberId} and kind = 'reversal' group by 1
    ), earned as (
      select p.seq, coalesce(k.earnings, 'other') as earnings, p.available_delta + coalesce(b.points, 0) as points
      from posting p
      left join unnest(${kinds}::text[], ${earnings}::text[]) as k (kind, earnings) on k.kind = p.kind
      left join back b on b.seq = p.seq
      where p.member_id = ${memberId}
        and (p.house_account = 'rewards' or p.house_account = 'adjustments' and p.available_delta > 0)
    ), line as (
      select earnings, points, sum(points) over (order by seq) as upto from earned
    ), part as (
      select l.earnings, sum(greatest(0, least(l.upto, t.points + ${points}::bigint) - greatest(l.upto - l.points, t.points))) as points
      from line l, taken t group by 1
    ), whole as (
      select earnings, points from part
      union all select 'other', ${points}::bigint - coalesce((select sum(points) from part), 0)
    )
    select earnings, sum(points)::bigint as points from whole group by 1 having sum(points) > 0 order by 1
  `.execute(trx)
  return rows
}

export type NewTaxPart = {
  earnings: TaxEarnings | 'all'
  residence: TaxResidence
  points: number
  percent: number
  taxKes: number
}

/** Record what today's tax of a withdrawal is made of. */
export async function insertTaxParts(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  parts: readonly NewTaxPart[],
): Promise<void> {
  if (parts.length === 0) return
  const day = sql<string>`business_day(now())`
  await trx
    .insertInto('taxPart')
    .values(parts.map((part) => ({ memberId, withdrawalId, day, ...part })))
    .execute()
}

/** Whether today's tax of a locked withdrawal is recorded already. */
export async function isTaxOfToday(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<boolean> {
  const part = await trx
    .selectFrom('taxPart')
    .select('day')
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('day', '=', sql<string>`business_day(now())`)
    .limit(1)
    .executeTakeFirst()
  return part !== undefined
}

/** Set the tax of a locked withdrawal that has not left, and what is sent, also by the attempt that is prepared. */
export async function updateTax(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  { taxPercent, taxKes }: { taxPercent: number; taxKes: number },
): Promise<void> {
  await announce(trx, 'withdrawal_change', memberId)
  await trx
    .updateTable('withdrawal')
    .set({
      taxPercent,
      taxKes,
      amountUsd: sql`trunc(amount_usd * (amount_kes - ${taxKes}::bigint) / payout_kes, 2)`,
    })
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .execute()
  await trx
    .updateTable('payoutAttempt as a')
    .from('withdrawal as w')
    .set(({ ref }) => ({ amountKes: ref('w.payoutKes') }))
    .whereRef('w.memberId', '=', 'a.memberId')
    .whereRef('w.withdrawalId', '=', 'a.withdrawalId')
    .where('a.memberId', '=', memberId)
    .where('a.withdrawalId', '=', withdrawalId)
    .where('a.state', '=', 'prepared')
    .execute()
}

export function listTaxParts(db: Db, memberId: string) {
  return db
    .selectFrom('taxPart')
    .select(['withdrawalId', 'day', 'earnings', 'residence', 'points', 'percent', 'taxKes'])
    .where('memberId', '=', memberId)
    .orderBy('day')
    .orderBy('withdrawalId')
    .orderBy('earnings')
    .execute()
}
