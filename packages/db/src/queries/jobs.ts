import { MAIL_QUEUES, type MailJobs, type MailQueue } from '@chuma/contract/mails'
import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { announce } from './listen.ts'

type WithdrawalRef = { memberId: string; withdrawalId: string }
type PremiumPaymentRef = { memberId: string; paymentId: string }

type HouseJobs = {
  'send-destination-code': { memberId: string; codeId: string }
  'decide-payout': WithdrawalRef
  'send-payout': WithdrawalRef
  'check-payout': WithdrawalRef
  'process-payout-callback': { callbackId: string }
  'query-float': Record<string, never>
  'watch-automatic-payout': Record<string, never>
  'push-premium-payment': PremiumPaymentRef
  'check-premium-payment': PremiumPaymentRef
  'process-premium-callback': { callbackId: string }
  'remind-premium': Record<string, never>
  'settle-referral': WithdrawalRef
  'expire-surveys': Record<string, never>
  'release-places': Record<string, never>
  'measure-surveys': Record<string, never>
  'release-credits': Record<string, never>
  'add-up-receivables': Record<string, never>
  'add-up-clients': Record<string, never>
  'settle-survey-reviews': Record<string, never>
  'settle-forgotten-events': Record<string, never>
  'seal-books': Record<string, never>
  'publish-root': Record<string, never>
  'verify-ledger': Record<string, never>
  'reconcile-payouts': Record<string, never>
  'sweep-throttle': Record<string, never>
  'forget-webhooks': Record<string, never>
  'watch-alarms': Record<string, never>
  'roll-up-figures': Record<string, never>
  'erase-members': Record<string, never>
  'count-staff-figures': Record<string, never>
  'settle-approvals': Record<string, never>
  'find-clusters': Record<string, never>
}
/** What each job carries: ids and addresses, never a secret. */
export type Jobs = MailJobs & HouseJobs
export type JobName = keyof Jobs

/** Put a failed job back into its queue when the transaction commits. The caller has locked it and seen that it failed. */
export async function retryFailedJob(trx: Trx, { id, name }: { id: string; name: JobName }): Promise<void> {
  await sql`
    update pgboss.job
    set state = 'retry', retry_limit = retry_limit + 1, completed_on = null,
      start_after = greatest(start_after, now())
    where name = ${name} and id = ${id} and state = 'failed'
  `.execute(trx)
  await announceJobs(trx, name)
}

/** Add a job that starts when, and only if, the transaction commits. */
export async function insertJob<N extends JobName>(trx: Trx, name: N, data: Jobs[N]): Promise<void> {
  await jobsInsert(name, [data]).execute(trx)
  await announceJobs(trx, name)
}

/** Wake the workers of a queue after the commit; without it they find its jobs within seconds. */
export const announceJobs = (trx: Trx, name: JobName) => announce(trx, 'job_ready', name)

/** For `writeTogether`, with `announceJobs`. Fails without the queue, which has what a job must have. */
export function jobsInsert<N extends JobName>(name: N, all: readonly Jobs[N][]) {
  // A job keeps its own copy of the queue's options; pg-boss documents this insert for callers beside its own `send`.
  return sql`
    insert into pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      deletion_seconds, keep_until)
    select q.name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, deletion_seconds, now() + retention_seconds * interval '1 second'
    from jsonb_array_elements(${JSON.stringify(all)}::jsonb) as data left join pgboss.queue q on q.name = ${name}
    returning name`
}

/** List those of these queues in which a job is due. */
export async function listDueQueues(db: Db, names: readonly JobName[]): Promise<JobName[]> {
  const { rows } = await sql<{ name: JobName }>`
    select queue.name from unnest(${names}::text[]) as queue (name) cross join lateral (
      select from pgboss.job
      where job.name = queue.name and state < 'active' and not blocked and start_after <= now() limit 1
    ) as due
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Add a job as `insertJob` does, unless the same job is already due: a sweep every few seconds must not pile them up. */
export async function insertJobUnlessWaiting<N extends JobName>(trx: Trx, name: N, data: Jobs[N]) {
  const { rows } = await sql`
    select from pgboss.job
    where name = ${name} and state in ('created', 'retry') and start_after <= now()
      and data = ${JSON.stringify(data)}::jsonb
    limit 1
  `.execute(trx)
  if (rows.length === 0) await insertJob(trx, name, data)
}

type QueueOptions = {
  /** How many jobs of the queue one process works on at once. */
  concurrency: number
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  /** The longest delay, in seconds. */
  retryDelayMax?: number
  expireInSeconds: number
}
const retried = { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 }
/** A mail server may be down over a weekend: again after seconds at first, then every hour, for three days. */
const mail: QueueOptions = { concurrency: 2, ...retried, retryLimit: 82, retryDelay: 10, retryDelayMax: 3600 }
const mails = Object.fromEntries(MAIL_QUEUES.map((name) => [name, mail])) as Record<MailQueue, QueueOptions>
/** A provider may take half a minute to answer, and other members wait meanwhile. */
const payment: QueueOptions = { concurrency: 4, ...retried }
/** One run does all there is to do. */
const house: QueueOptions = { concurrency: 1, ...retried }

export const JOB_QUEUES: Record<JobName, QueueOptions> = {
  ...mails,
  // People wait for it with the page open.
  'send-destination-code': { ...payment, retryLimit: 6 },
  'decide-payout': payment,
  'send-payout': payment,
  'check-payout': payment,
  'process-payout-callback': payment,
  // The next run asks again.
  'query-float': { ...house, retryLimit: 0 },
  'watch-automatic-payout': { ...house, retryLimit: 0 },
  'push-premium-payment': payment,
  'check-premium-payment': payment,
  'process-premium-callback': payment,
  'remind-premium': { ...house, retryLimit: 1 },
  'settle-referral': payment,
  'expire-surveys': house,
  'release-places': house,
  // The next run measures what this one did not.
  'measure-surveys': { ...house, retryLimit: 0 },
  'release-credits': house,
  'add-up-receivables': house,
  'add-up-clients': house,
  'settle-survey-reviews': house,
  'settle-forgotten-events': house,
  // The next run seals what this one did not.
  'seal-books': { ...house, retryLimit: 0, expireInSeconds: 600 },
  'publish-root': { ...house, expireInSeconds: 3600 },
  'verify-ledger': { ...house, retryLimit: 1, expireInSeconds: 3600 },
  'reconcile-payouts': { ...house, expireInSeconds: 3600 },
  'sweep-throttle': { ...house, retryLimit: 1 },
  'watch-alarms': house,
  'forget-webhooks': { ...house, retryLimit: 1, expireInSeconds: 3600 },
  // The next run continues where this one stopped.
  'roll-up-figures': { ...house, retryLimit: 1, expireInSeconds: 3600 },
  'erase-members': { ...house, retryLimit: 1, expireInSeconds: 3600 },
  // The next run counts again.
  'count-staff-figures': { ...house, retryLimit: 0, expireInSeconds: 600 },
  'settle-approvals': { ...house, retryLimit: 0, expireInSeconds: 600 },
  'find-clusters': { ...house, retryLimit: 0, expireInSeconds: 600 },
}

export function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOB_QUEUES, name)
}
