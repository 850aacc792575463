import type { ListFailedJobsInput, ListMailsInput, systemReport } from '@chuma/contract/admin/system'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { JOB_QUEUES } from '../job-queues.ts'
import type { JobName } from '../jobs.ts'

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
export async function lockFailedJob(
  trx: Trx,
  id: string,
): Promise<{ name: JobName; mailState: string | null } | undefined> {
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
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, job_id) <
          (select a.created_at, a.job_id from mail_delivery a where a.job_id = ${after ?? null})`,
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('jobId', 'desc')
    .limit(limit)
    .execute()
}
