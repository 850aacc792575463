import type { failedJob, ListFailedJobsInput } from '@chuma/contract/admin/system'
import type { Answer } from '@chuma/contract/timestamp'
import { listFailed } from '@chuma/db/queries/admin/system'
import type { Deps } from '../../deps.ts'
import { type RetryRefusal, refuseRetry } from '../../payouts/attempts/refuse-retry.ts'
import { redact } from '../audit/redact.ts'

/** The edge adds the text that says why a job cannot be retried. */
type UnwordedJob = Omit<Answer<typeof failedJob>, 'refusal'> & { refusal: RetryRefusal | null }

/** List jobs that failed their last attempt within the last week, newest first. */
export async function listFailedJobs(
  { db }: Pick<Deps, 'db'>,
  input: ListFailedJobsInput,
): Promise<UnwordedJob[]> {
  const rows = await listFailed(db, input)
  return rows.map(({ message, mailState, ...row }) => ({
    ...row,
    error: redact(message ?? 'It did not end in time'),
    refusal: refuseRetry({ name: row.queue, mailState }),
  }))
}
