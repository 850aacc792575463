import type { ErrorParams } from '@chuma/contract/errors'
import type { JobName } from '@chuma/db/queries/jobs'

export type RetryRefusal = ErrorParams<'JOB_STATE'>['why']

/**
 * Jobs that must not be retried by hand. All handlers are idempotent, but these would do the wrong thing: mail a link to
 * someone who may have lost the account, or an alarm about a problem that was fixed long ago.
 */
const NOT_AGAIN: Partial<Record<JobName, RetryRefusal>> = {
  'send-verification': 'link',
  'send-sign-in-link': 'link',
  'send-password-reset': 'link',
  'send-email-change': 'link',
  'send-queue-stopped': 'news',
  'send-automatic-stopped': 'news',
  'send-company-changed': 'news',
  'send-float-low': 'news',
}

/** Why a failed job cannot be retried by hand; null if it can. `mailState`: the state of its settled mail. */
export function refuseRetry({
  name,
  mailState,
}: {
  name: JobName
  mailState: string | null
}): RetryRefusal | null {
  if (mailState === 'sent') return 'mailSent'
  if (mailState === 'refused') return 'mailRefused'
  if (mailState) return 'mailUnsure'
  return NOT_AGAIN[name] ?? null
}
