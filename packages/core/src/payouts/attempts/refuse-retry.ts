import type { ErrorParams } from '@chuma/contract/errors'
import { findOutdated } from '@chuma/contract/mails'
import type { JobName } from '@chuma/db/queries/jobs'

export type RetryRefusal = ErrorParams<'JOB_STATE'>['why']

/**
 * Why a failed job cannot be retried by hand; null if it can. `mailState`: the state of its settled mail. All handlers are
 * idempotent, but some mails would do the wrong thing later: a link, an alarm about a problem that was fixed long ago.
 */
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
  return findOutdated(name) ?? null
}
