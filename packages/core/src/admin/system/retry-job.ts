import type { ResendMailsInput, ResentMails, RetriedJob, RetryJobInput } from '@chuma/contract/admin/system'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockFailedJob, lockFailedMails } from '@chuma/db/queries/admin/system'
import { retryFailedJob } from '@chuma/db/queries/jobs'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { type RetryRefusal, refuseRetry } from '../../payouts/attempts/refuse-retry.ts'
import type { StaffActor } from '../staff/require-staff.ts'

/**
 * Retry a job that failed its last attempt.
 * @throws AppError NOT_FOUND if no such job has failed, or a concurrent call has retried it; JOB_STATE, with the reason,
 * if it must not run again
 */
export async function retryJob(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id }: RetryJobInput,
): Promise<RetriedJob> {
  return db.transaction().execute(async (trx) => {
    const job = await lockFailedJob(trx, id)
    if (!job) throw new AppError('NOT_FOUND')
    const why = refuseRetry(job)
    if (why) throw new AppError('JOB_STATE', { why })
    await retryFailedJob(trx, { id, name: job.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'job.retried',
      subject: `job:${id}`,
      after: { queue: job.name },
      address: staff.address,
    })
    return { id, queue: job.name }
  })
}

const FATES = {
  link: 'expired',
  news: 'expired',
  mailSent: 'left',
  mailRefused: 'left',
  mailUnsure: 'left',
} as const satisfies Record<RetryRefusal, string>

/** What may become of a mail that was given up: `expired` is outdated, `left` may have arrived or never will. */
export function judgeMail(job: Parameters<typeof refuseRetry>[0]): 'resendable' | 'expired' | 'left' {
  const why = refuseRetry(job)
  return why ? FATES[why] : 'resendable'
}

/**
 * Try every mail again that was given up since then, such as while the mail server was down. Concurrent calls and repeats find none
 * of them: each is sent again once.
 */
export async function resendMails(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { since }: ResendMailsInput,
): Promise<ResentMails> {
  return db.transaction().execute(async (trx) => {
    const failed = await lockFailedMails(trx, since === undefined ? null : new Date(since))
    const of = (fate: ReturnType<typeof judgeMail>) => failed.filter((job) => judgeMail(job) === fate)
    const again = of('resendable')
    for (const job of again) await retryFailedJob(trx, job)
    const answer = {
      resentCount: again.length,
      expiredCount: of('expired').length,
      leftCount: of('left').length,
    }
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'mails.resent',
      subject: 'mails',
      after: { since: since ?? null, ...answer },
      address: staff.address,
    })
    return answer
  })
}
