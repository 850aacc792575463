import type { systemReport } from '@chuma/contract/admin/system'
import type { Answer } from '@chuma/contract/timestamp'
import { APP_VERSION } from '@chuma/contract/version'
import { countJobs, getVersions, listProcesses } from '@chuma/db/queries/admin/system'
import type { Deps } from '../../deps.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000)

/** Report versions, processes and the jobs that wait or failed. */
export async function getSystemReport({ db }: Pick<Deps, 'db'>): Promise<Answer<typeof systemReport>> {
  const [versions, processes, queues] = await Promise.all([getVersions(db), listProcesses(db), countJobs(db)])
  return {
    appVersion: APP_VERSION,
    nodeVersion: process.versions.node,
    ...versions,
    startedAt,
    processes,
    queues,
  }
}
