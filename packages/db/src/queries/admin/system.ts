import type {
  AlarmCause,
  AlarmFigures,
  ListFailedJobsInput,
  ListMailsInput,
  systemReport,
} from '@chuma/contract/admin/system'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { JOB_QUEUES, type JobName } from '../jobs.ts'
import { pageOf } from '../list-page.ts'

type SystemReport = Answer<typeof systemReport>

/** The job tables are partitioned by queue, and each partition has an index that begins with the queue's name. */
const everyQueue = () => sql`any(${Object.keys(JOB_QUEUES)}::text[])`

type Versions = Pick<SystemReport, 'databaseVersion' | 'lastMigration' | 'migrationCount'>

export async function getVersions(db: Db): Promise<Versions> {
  const { rows } = await sql<Versions>`
    select current_setting('server_version') as database_version, coalesce(max(name), '') as last_migration,
      count(*) as migration_count
    from kysely_migration
  `.execute(db)
  const [versions] = rows
  if (!versions) throw new Error('an aggregate gives one row')
  return versions
}

/** Every serving process keeps one listening connection open as long as it lives. */
export async function listProcesses(db: Db): Promise<SystemReport['processes']> {
  const { rows } = await sql<SystemReport['processes'][number]>`
    select backend_start as since, host(client_addr) as address from pg_stat_activity
    where datname = current_database() and application_name = 'chuma-listen' order by backend_start
  `.execute(db)
  return rows
}

export async function countJobs(db: Db): Promise<SystemReport['queues']> {
  const { rows } = await sql<SystemReport['queues'][number]>`
    select name as queue, count(*) filter (where state = 'created') as waiting,
      count(*) filter (where state = 'retry') as retrying, count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'failed') as failed
    from pgboss.job where name = ${everyQueue()} and state in ('created', 'retry', 'active', 'failed')
    group by name order by failed desc, name
  `.execute(db)
  return rows
}

type FailedRow = {
  id: string
  queue: JobName
  tries: number
  createdAt: Date
  failedAt: Date
  message: string | null
  mailState: string | null
}

/** List newest first. `mailState`: of the mail that the job tried to send, once that mail is settled. */
export async function listFailed(db: Db, { after, limit }: ListFailedJobsInput): Promise<FailedRow[]> {
  const beyond = sql`(completed_on, id) < (
    select a.completed_on, a.id from pgboss.job a where a.name = ${everyQueue()} and a.id = ${after ?? null}
  )`
  const { rows } = await sql<FailedRow>`
    with page as materialized (
      select id, name as queue, retry_count + 1 as tries, created_on as created_at, completed_on as failed_at,
        output ->> 'message' as message
      from pgboss.job
      where name = ${everyQueue()} and state = 'failed' and ${after === undefined ? sql`true` : beyond}
      order by completed_on desc, id desc limit ${limit}
    )
    select page.*, d.state as mail_state
    from page left join mail_delivery d on d.job_id = page.id and (d.settled_at is not null or d.state = 'sending')
    order by failed_at desc, id desc
  `.execute(db)
  return rows
}

/** Lock a failed job until the transaction ends; undefined when it has not failed. */
export async function lockFailedJob(trx: Trx, id: string) {
  const { rows } = await sql<{ name: JobName; mailState: string | null }>`
    with failed as materialized (
      select name from pgboss.job where name = ${everyQueue()} and id = ${id} and state = 'failed' for update
    )
    select name, (select d.state from mail_delivery d
      where d.job_id = ${id} and (d.settled_at is not null or d.state = 'sending')) as mail_state
    from failed
  `.execute(trx)
  return rows[0]
}

type FailedMail = { id: string; name: JobName; mailState: string | null }

/** Lock the jobs that have given up a mail since then, or ever, oldest first. */
export async function lockFailedMails(trx: Trx, since: Date | null): Promise<FailedMail[]> {
  const { rows } = await sql<FailedMail>`
    with failed as materialized (
      select id, name, completed_on from pgboss.job
      where name = ${everyQueue()} and state = 'failed' and completed_on >= coalesce(${since}::timestamptz, '-infinity')
        and exists (select from mail_delivery d where d.job_id = id)
      order by completed_on, id for update
    )
    select failed.id, failed.name, (select d.state from mail_delivery d
      where d.job_id = failed.id and (d.settled_at is not null or d.state = 'sending')) as mail_state
    from failed order by completed_on, id
  `.execute(trx)
  return rows
}

type FailedMails = Omit<FailedMail, 'id'> & { since: Date; count: number }

/** Count the jobs that have given up a mail, by what became of it. */
export async function countFailedMails(db: Db): Promise<FailedMails[]> {
  const { rows } = await sql<FailedMails>`
    select j.name, case when d.settled_at is not null or d.state = 'sending' then d.state end as mail_state,
      min(j.completed_on) as since, count(*)::int as count
    from pgboss.job j join mail_delivery d on d.job_id = j.id
    where j.name = ${everyQueue()} and j.state = 'failed'
    group by 1, 2 order by count desc, j.name
  `.execute(db)
  return rows
}

/** List newest first; the next page starts after the last `id` of this one. */
export function listDeliveries(db: Db, { state, after, limit }: ListMailsInput) {
  return db
    .selectFrom('mailDelivery')
    .select(['jobId as id', 'kind', 'recipient', 'state', 'attempts', 'lastError', 'createdAt', 'settledAt'])
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'sent'))
    .$call(pageOf({ table: 'mailDelivery', by: ['createdAt', 'jobId'], after, limit }))
    .execute()
}

type Kind = { directive: string; blocked: string; page: string }

/** Kinds that are kept. More make room by forgetting the rarest, so that nobody can push out what many browsers report. */
const MAX_KINDS = 500

/** Count a report with others of its kind. */
export function addCspReport(db: Db, { directive, blocked, page }: Kind): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const counted = await trx
      .updateTable('cspReport')
      .set({ reports: sql`reports + 1`, lastAt: sql<Date>`now()` })
      .where('directive', '=', directive)
      .where('blocked', '=', blocked)
      .where('page', '=', page)
      .executeTakeFirst()
    if (counted.numUpdatedRows > 0n) return
    await sql`
      delete from csp_report where (directive, blocked, page) in (
        select directive, blocked, page from csp_report order by reports desc, last_at desc offset ${MAX_KINDS - 1}
      )
    `.execute(trx)
    await trx
      .insertInto('cspReport')
      .values({ directive, blocked, page })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** List the kinds, the most reported first. */
export function listCspReports(db: Db, limit: number) {
  return db
    .selectFrom('cspReport')
    .select(['directive', 'blocked', 'page', sql<number>`reports::int`.as('reports'), 'firstAt', 'lastAt'])
    .orderBy('reports', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(limit)
    .execute()
}

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
      where not exists (select 1 from tax_remittance r where r.month = m.month)
        and coalesce(f.tax_kes + f.carried_kes, 1) > 0
    ) as owed where due_on < business_day(now()) having count(*) > 0
    union all
    select 'statement-missing', jsonb_build_object('days', ${STATEMENT_DAYS}::int, 'day', last.day)
    from (select business_day(max(settled_at)) as day from payout_attempt
      where state = 'paid' and settled_at > now() - make_interval(days => ${STATEMENT_DAYS}::int)) as last
    where last.day is not null and exists (
      select 1 from payout_attempt where state = 'paid' and settled_at < now() - make_interval(days => ${STATEMENT_DAYS}::int)
    ) and not exists (
      select 1 from provider_statement where imported_at > now() - make_interval(days => ${STATEMENT_DAYS}::int)
    )
    union all
    select 'night-missed', jsonb_build_object('day', max(day))
    from reconciliation_run
    having coalesce(max(day), '-infinity') < business_day(now()) - 2
      and exists (select 1 from withdrawal where paid_at < now() - interval '3 days')
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
