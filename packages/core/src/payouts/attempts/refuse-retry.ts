import type { ErrorParams } from '@chuma/contract/errors'
import type { JobName } from '@chuma/db/queries/jobs'

export type RetryRefusal = ErrorParams<'JOB_STATE'>['why']

/**
 * Every handler bears being run again. These would do no harm to any row, and yet the wrong thing: a link for somebody
 * who may have lost the account meanwhile, an alarm about what was put right long ago.
 */
const NOT_AGAIN: Partial<Record<JobName, RetryRefusal>> = {
  'send-verification': 'link',
  'send-sign-in-link': 'link',
  'send-password-reset': 'link',
  'send-email-change': 'link',
  'send-queue-stopped': 'news',
  'send-float-low': 'news',
}

/** Why a failed job is not run again by hand; null: it may be. `mailState` is of a mail whose fate is settled. */
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
