import type { AlarmCause, AlarmFigures } from '@chuma/contract/admin/alarms'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

export type Due = { cause: AlarmCause; figures: AlarmFigures }

/** When the statement of a provider is missed, in days without one while payouts were made. */
const STATEMENT_DAYS = 7

/** For as long a mail that was given up keeps its alarm open: its job can be retried until then. */
const MAIL_DAYS = 7
/** A full mailbox is its owner's. This many are our mail server's. */
const MANY_MAILBOXES = 5

/** Differences in which money left that should not have. */
const isMoneyGone = sql`kind in ('paid-twice', 'receipt-twice', 'amount-differs', 'number-differs', 'attempt-paid-withdrawal-not')`

/** Read what is wrong now. */
export async function findCauses(db: Db, taxDueDay: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select 'books-damaged' as cause, jsonb_build_object('count', jsonb_array_length(findings)) as figures
    from (select findings from books_check order by check_id desc limit 1) as newest
    where jsonb_array_length(findings) > 0
    union all
    select case when ${isMoneyGone} then 'money-differs' else 'books-differ' end,
      jsonb_build_object('count', count(*), 'day', min(day))
    from reconciliation_difference where resolved_at is null group by ${isMoneyGone}
    union all
    select 'tax-overdue', jsonb_build_object('kes', sum(tax_kes), 'month', min(month), 'day', min(due_on))
    from (
      select m.month, m.tax_kes, coalesce(f.due_on,
        ((m.month || '-01')::date + interval '1 month')::date + ${taxDueDay}::int - 1) as due_on
      from (select to_char(day, 'YYYY-MM') as month, sum(tax_kes) as tax_kes from withholding group by 1) as m
      left join tax_file f on f.month = m.month
      where not exists (select from tax_remittance r where r.month = m.month)
        and coalesce(f.tax_kes + f.carried_kes, 1) > 0
    ) as owed where due_on < business_day(now()) having count(*) > 0
    union all
    select 'statement-missing', jsonb_build_object('days', ${STATEMENT_DAYS}::int, 'day', last.day)
    from (select business_day(max(settled_at)) as day from payout_attempt
      where state = 'paid' and settled_at > now() - make_interval(days => ${STATEMENT_DAYS}::int)) as last
    where last.day is not null and exists (
      select from payout_attempt where state = 'paid' and settled_at < now() - make_interval(days => ${STATEMENT_DAYS}::int)
    ) and not exists (
      select from provider_statement where imported_at > now() - make_interval(days => ${STATEMENT_DAYS}::int)
    )
    union all
    select 'night-missed', jsonb_build_object('day', max(day))
    from reconciliation_run
    having coalesce(max(day), '-infinity') < business_day(now()) - 2
      and exists (select from withdrawal where paid_at < now() - interval '3 days')
    union all
    select 'callbacks-waiting', jsonb_build_object('count', count(*))
    from payout_callback_outcome where outcome is null and due_at < now() - interval '15 minutes' having count(*) > 0
    union all
    select 'mails-waiting', jsonb_build_object('count', count(*))
    from mail_delivery
    where state = 'refused' and settled_at is null
      and created_at between now() - make_interval(days => ${MAIL_DAYS}::int) and now() - interval '30 minutes'
    having count(*) filter (where last_error not like '%RCPT TO%') > 0 or count(*) >= ${MANY_MAILBOXES}::int
  `.execute(db)
  return rows
}

/** Serialise watching, until the transaction ends. */
export async function lockAlarms(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('alarms'))`.execute(trx)
}

export function listOpenAlarms(db: Db) {
  return listWhere(db, true)
}

/** List the newest alarms, open ones first. */
export function listAlarms(db: Db) {
  return listWhere(db, false)
}

function listWhere(db: Db, isOpen: boolean) {
  return db
    .selectFrom('alarm')
    .select([
      'alarmId as id',
      'cause',
      'figures',
      'raisedAt',
      'clearedAt',
      'acknowledgedBy',
      'acknowledgedAt',
    ])
    .$if(isOpen, (query) => query.where('clearedAt', 'is', null))
    .orderBy(sql`cleared_at is null`, 'desc')
    .orderBy('raisedAt', 'desc')
    .limit(50)
    .execute()
}

/** Raise an alarm; false while one with the same cause is open, whose figures are kept up to date. */
export async function raiseAlarm(trx: Trx, { cause, figures }: Due): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alarm')
    .set({ figures: JSON.stringify(figures) })
    .where('cause', '=', cause)
    .where('clearedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return false
  await trx
    .insertInto('alarm')
    .values({ cause, figures: JSON.stringify(figures) })
    .execute()
  return true
}

/** Whether an alarm of this cause was raised and cleared on this business day. */
export async function wasClearedToday(trx: Trx, cause: AlarmCause): Promise<boolean> {
  const found = await trx
    .selectFrom('alarm')
    .select('alarmId')
    .where('cause', '=', cause)
    .where('clearedAt', 'is not', null)
    .where('raisedAt', '>=', sql<Date>`business_day_start(business_day(now()))`)
    .executeTakeFirst()
  return found !== undefined
}

export async function clearAlarm(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('alarm')
    .set({ clearedAt: sql<Date>`clock_timestamp()` })
    .where('alarmId', '=', id)
    .execute()
}

/** @returns the alarm, unless someone acknowledged it before */
export function acknowledgeAlarm(trx: Trx, id: string, by: string) {
  return trx
    .updateTable('alarm')
    .set({ acknowledgedBy: by, acknowledgedAt: sql<Date>`clock_timestamp()` })
    .where('alarmId', '=', id)
    .where('acknowledgedBy', 'is', null)
    .returning('cause')
    .executeTakeFirst()
}
