import type { FailedJob, ListFailedJobsInput } from '@chuma/contract/system'
import { listFailed } from '@chuma/db/queries/system'
import type { Deps } from '../deps.ts'
import { redact } from './redact.ts'
import { refuseRetry } from './refuse-retry.ts'

/** Jobs that used up their tries within the last week, newest first. */
export async function listFailedJobs(
  { db }: Pick<Deps, 'db'>,
  input: ListFailedJobsInput,
): Promise<FailedJob[]> {
  const rows = await listFailed(db, input)
  return rows.map(({ message, mailState, ...row }) => ({
    ...row,
    error: redact(message ?? 'It did not end in time'),
    refusal: refuseRetry({ name: row.queue, mailState }),
  }))
}
