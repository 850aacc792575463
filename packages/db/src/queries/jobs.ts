import { sql } from 'kysely'
import type { Trx } from '../client.ts'

/** The address is the one that the member had when it happened: whoever moves the account cannot have it told to himself. */
type MailToMember = { memberId: string; email: string }
type WithdrawalRef = { memberId: string; withdrawalId: string }
type PremiumPaymentRef = { memberId: string; paymentId: string }

/** What each job carries: ids and addresses, never a secret. A mailed token is made by the job that mails it. */
export type Jobs = {
  'send-verification': { email: string }
  'send-address-taken': { email: string }
  'send-sign-in-link': { email: string }
  'send-password-reset': { email: string }
  'send-new-sign-in': MailToMember & { device: string; at: string }
  'send-password-changed': MailToMember
  'send-email-change': { memberId: string; newEmail: string }
  'send-email-change-notice': MailToMember & { newEmail: string }
  'send-email-changed': MailToMember & { newEmail: string }
  'send-account-closing': MailToMember
  'send-payout-number-added': WithdrawalRef & MailToMember
  'send-withdrawal-news': WithdrawalRef
  'send-account-suspended': MailToMember
  'send-account-restored': MailToMember
  'send-pause-news': MailToMember & { pauseId: string; news: 'paused' | 'lifted' | 'answered' }
  'send-contact-message': { messageId: string }
  'send-contact-reply': { messageId: string; replyId: string }
  'send-payout': WithdrawalRef
  'check-payout': WithdrawalRef
  'process-payout-callback': { callbackId: string }
  'send-queue-stopped': { provider: string; reason: string; code: string | null; stoppedBy: string }
  'send-float-low': { provider: string; amountKes: number }
  'query-float': Record<string, never>
  'send-proof-decided': { memberId: string; proofId: string }
  'send-claim-decided': { memberId: string; clickId: string }
  'push-premium-payment': PremiumPaymentRef
  'check-premium-payment': PremiumPaymentRef
  'process-premium-callback': { callbackId: string }
  'send-premium-started': MailToMember
  'send-premium-ending': MailToMember
  'remind-premium': Record<string, never>
  'settle-referral': WithdrawalRef
  'expire-surveys': Record<string, never>
  'release-credits': Record<string, never>
  'settle-forgotten-events': Record<string, never>
  'verify-ledger': Record<string, never>
  'reconcile-payouts': Record<string, never>
  'sweep-throttle': Record<string, never>
  'forget-webhooks': Record<string, never>
  'roll-up-figures': Record<string, never>
  'erase-members': Record<string, never>
  'count-staff-figures': Record<string, never>
}
export type JobName = keyof Jobs

type QueueOptions = {
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  expireInSeconds: number
}
const patient: QueueOptions = { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 }

export const JOB_QUEUES: Record<JobName, QueueOptions> = {
  'send-verification': patient,
  'send-address-taken': patient,
  'send-sign-in-link': patient,
  'send-password-reset': patient,
  'send-new-sign-in': patient,
  'send-password-changed': patient,
  'send-email-change': patient,
  'send-email-change-notice': patient,
  'send-email-changed': patient,
  'send-account-closing': patient,
  'send-payout-number-added': patient,
  'send-withdrawal-news': patient,
  'send-account-suspended': patient,
  'send-account-restored': patient,
  'send-pause-news': patient,
  'send-contact-message': patient,
  'send-contact-reply': patient,
  'send-payout': patient,
  'check-payout': patient,
  'process-payout-callback': patient,
  'send-queue-stopped': patient,
  'send-float-low': patient,
  // The next run asks again.
  'query-float': { ...patient, retryLimit: 0 },
  'send-proof-decided': patient,
  'send-claim-decided': patient,
  'push-premium-payment': patient,
  'check-premium-payment': patient,
  'process-premium-callback': patient,
  'send-premium-started': patient,
  'send-premium-ending': patient,
  'remind-premium': { ...patient, retryLimit: 1 },
  'settle-referral': patient,
  'expire-surveys': patient,
  'release-credits': patient,
  'settle-forgotten-events': patient,
  'verify-ledger': { ...patient, retryLimit: 1, expireInSeconds: 3600 },
  'reconcile-payouts': { ...patient, expireInSeconds: 3600 },
  'sweep-throttle': { ...patient, retryLimit: 1 },
  'forget-webhooks': { ...patient, retryLimit: 1, expireInSeconds: 3600 },
  // The next run takes up where this one stopped.
  'roll-up-figures': { ...patient, retryLimit: 1, expireInSeconds: 3600 },
  'erase-members': { ...patient, retryLimit: 1, expireInSeconds: 3600 },
  // The next run counts again.
  'count-staff-figures': { ...patient, retryLimit: 0, expireInSeconds: 600 },
}

/** Puts a failed job back into its queue when the transaction commits. The caller has locked it and seen that it failed. */
export async function retryFailedJob(trx: Trx, { id, name }: { id: string; name: JobName }): Promise<void> {
  await sql`
    update pgboss.job
    set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = greatest(start_after, now())
    where name = ${name} and id = ${id} and state = 'failed'
  `.execute(trx)
}

/** Adds a job that starts when, and only if, the transaction commits. */
export async function insertJob<N extends JobName>(trx: Trx, name: N, data: Jobs[N]): Promise<void> {
  // A job keeps its own copy of the queue's options; pg-boss documents this insert for callers beside its own `send`.
  const { numAffectedRows } = await sql`
    insert into pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
      deletion_seconds, keep_until)
    select name, ${JSON.stringify(data)}::jsonb, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
      deletion_seconds, now() + retention_seconds * interval '1 second'
    from pgboss.queue where name = ${name}
  `.execute(trx)
  if (numAffectedRows !== 1n) throw new Error(`no queue for job ${name}: the migrations have not run`)
}

/** As `insertJob`, unless that very job is due and waits for a worker: who looks every few seconds adds none meanwhile. */
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
