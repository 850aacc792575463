import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'

/** The member's address when it happened: someone who takes over the account must not receive the warning instead. */
type MailToMember = { memberId: string; email: string }
/** `since`: when it happened, for the link "This wasn't me". Jobs of earlier versions have none. */
type SecurityMail = MailToMember & { since?: string }
type WithdrawalRef = { memberId: string; withdrawalId: string }
type PremiumPaymentRef = { memberId: string; paymentId: string }

/** What each job carries: ids and addresses, never a secret. A mailed token is made by the job that mails it. */
export type Jobs = {
  'send-verification': { email: string; isSpaced?: boolean }
  'send-address-taken': { email: string }
  'send-sign-in-link': { email: string }
  'send-password-reset': { email: string }
  'send-new-sign-in': MailToMember & { device: string; at: string }
  /** How many passkeys were removed with it, and how many still open the account. */
  'send-password-changed': SecurityMail & { passkeysRemoved?: number; passkeysLeft?: number }
  'send-passkey-changed': SecurityMail & { change: 'added' | 'removed'; name: string }
  'send-email-change': { memberId: string; newEmail: string }
  'send-email-change-notice': SecurityMail & { newEmail: string }
  'send-email-changed': SecurityMail & { newEmail: string }
  /** To the address that the account has just left again. */
  'send-email-undone': MailToMember
  'send-account-closing': MailToMember
  'send-payout-number-added': WithdrawalRef & MailToMember
  'send-withdrawal-news': WithdrawalRef
  'send-tax-changed': WithdrawalRef & { announcedKes: number }
  'send-debt-written-off': MailToMember & { points: number }
  'send-debt-moved': MailToMember & { points: number }
  'send-account-suspended': MailToMember
  'send-account-restored': MailToMember
  'send-pause-news': MailToMember & { pauseId: string; news: 'paused' | 'lifted' | 'answered' }
  'send-destination-code': { memberId: string; codeId: string }
  'send-contact-message': { messageId: string }
  'send-contact-reply': { messageId: string; replyId: string }
  'decide-payout': WithdrawalRef
  'send-payout': WithdrawalRef
  'check-payout': WithdrawalRef
  'process-payout-callback': { callbackId: string }
  'send-queue-stopped': {
    provider: string
    reason: string
    code: string | null
    stoppedBy: string
    /** An owner's address, where the books do not verify. Without it the support address gets it. */
    to?: string
  }
  'send-automatic-stopped': { cause: string; reason: string; trippedBy: string; to?: string }
  'send-company-changed': {
    action: CompanyChange
    actor: string
    subject: string
    address: string | null
    at: string
    /** An owner's address when it happened. Null: no owner has one, and the support address gets it. */
    to: string | null
  }
  'send-float-low': { provider: string; amountKes: number }
  'query-float': Record<string, never>
  'watch-automatic-payout': Record<string, never>
  'send-proof-decided': { memberId: string; proofId: string }
  /** The job makes the token. `createdBy`: who asked for it. */
  'send-client-link': {
    userId: string
    surveyId: string | null
    days: number
    mostUses: number
    createdBy: string
  }
  /** `userId`: to whom; null: to our support address. */
  'send-client-comment': { commentId: string; userId: string | null }
  'send-claim-decided': { memberId: string; clickId: string }
  'send-survey-review': { memberId: string; surveyId: string }
  'push-premium-payment': PremiumPaymentRef
  'check-premium-payment': PremiumPaymentRef
  'process-premium-callback': { callbackId: string }
  'send-premium-started': MailToMember
  'send-premium-ending': MailToMember
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
  'send-root': { day: string }
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
export type JobName = keyof Jobs

/** What owners are told of: the action in the audit log. */
export type CompanyChange =
  | 'create-staff'
  | 'staff.role'
  | 'staff.disabled'
  | 'staff.enabled'
  | 'staff.reset'
  | 'staff.email'
  | 'member.role'
  | 'api-key.created'
  | 'api-key.revoked'
  | 'api-key.turned-on'
  | 'economy.changed'
  | 'economy.preset-chosen'
  | 'create-partner'
  | 'update-partner'
  /** Nothing has changed: its credits will wait once it owes a little more. */
  | 'partner.near-ceiling'
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.secret-rotated'
  | 'webhook.retired'
  | 'payout-queue.resumed'
  | 'automatic-payout.resumed'
  /** The provider takes back what it has said about a payment. */
  | 'payout.contradiction'
  /** Nothing has changed yet: a change that nobody else could approve runs in a day. */
  | 'approval.lone'
  | 'alarm.raised'
  | 'alarm.cleared'

/** Put a failed job back into its queue when the transaction commits. The caller has locked it and seen that it failed. */
export async function retryFailedJob(trx: Trx, { id, name }: { id: string; name: JobName }): Promise<void> {
  await sql`
    with retried as (
      update pgboss.job
      set state = 'retry', retry_limit = retry_limit + 1, completed_on = null,
        start_after = greatest(start_after, now())
      where name = ${name} and id = ${id} and state = 'failed'
      returning name
    )
    select pg_notify('job_ready', name) from retried
  `.execute(trx)
}

/** Add a job that starts when, and only if, the transaction commits. */
export async function insertJob<N extends JobName>(trx: Trx, name: N, data: Jobs[N]): Promise<void> {
  // A job keeps its own copy of the queue's options; pg-boss documents this insert for callers beside its own `send`.
  const { rows } = await sql`
    with added as (
      insert into pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
        deletion_seconds, keep_until)
      select name, ${JSON.stringify(data)}::jsonb, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
        expire_seconds, deletion_seconds, now() + retention_seconds * interval '1 second'
      from pgboss.queue where name = ${name}
      returning name
    )
    select pg_notify('job_ready', name) from added
  `.execute(trx)
  if (rows.length !== 1) throw new Error(`no queue for job ${name}: the migrations have not run`)
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
export async function insertJobUnlessWaiting<N extends JobName>(
  trx: Trx,
  name: N,
  data: Jobs[N],
): Promise<void> {
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
/** A provider may take half a minute to answer, and other members wait meanwhile. */
const payment: QueueOptions = { concurrency: 4, ...retried }
/** One run does all there is to do. */
const house: QueueOptions = { concurrency: 1, ...retried }

export const JOB_QUEUES: Record<JobName, QueueOptions> = {
  'send-verification': mail,
  'send-address-taken': mail,
  'send-sign-in-link': mail,
  'send-password-reset': mail,
  'send-new-sign-in': mail,
  'send-password-changed': mail,
  'send-passkey-changed': mail,
  'send-email-change': mail,
  'send-email-change-notice': mail,
  'send-email-changed': mail,
  'send-email-undone': mail,
  'send-account-closing': mail,
  'send-payout-number-added': mail,
  'send-withdrawal-news': mail,
  'send-tax-changed': mail,
  'send-debt-written-off': mail,
  'send-debt-moved': mail,
  'send-account-suspended': mail,
  'send-account-restored': mail,
  'send-pause-news': mail,
  // People wait for it with the page open.
  'send-destination-code': { ...payment, retryLimit: 6 },
  'send-contact-message': mail,
  'send-contact-reply': mail,
  'decide-payout': payment,
  'send-payout': payment,
  'check-payout': payment,
  'process-payout-callback': payment,
  'send-queue-stopped': mail,
  'send-automatic-stopped': mail,
  'send-company-changed': mail,
  'send-root': mail,
  'send-float-low': mail,
  // The next run asks again.
  'query-float': { ...house, retryLimit: 0 },
  'watch-automatic-payout': { ...house, retryLimit: 0 },
  'send-proof-decided': mail,
  'send-claim-decided': mail,
  'send-client-link': mail,
  'send-client-comment': mail,
  'send-survey-review': mail,
  'push-premium-payment': payment,
  'check-premium-payment': payment,
  'process-premium-callback': payment,
  'send-premium-started': mail,
  'send-premium-ending': mail,
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
