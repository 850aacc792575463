import type { systemReport } from '@chuma/contract/admin/system'
import type { Answer } from '@chuma/contract/timestamp'
import { APP_VERSION } from '@chuma/contract/version'
import { countFailedMails, countJobs, getVersions, listProcesses } from '@chuma/db/queries/admin/system'
import type { Deps } from '../../deps.ts'
import { judgeMail } from './retry-job.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000)

type Report = Answer<typeof systemReport>

/** Report versions, processes and the jobs that wait or failed. */
export async function getSystemReport({ db }: Pick<Deps, 'db'>): Promise<Report> {
  const [versions, processes, queues, givenUpMails] = await Promise.all([
    getVersions(db),
    listProcesses(db),
    countJobs(db),
    countGivenUp(db),
  ])
  return {
    appVersion: APP_VERSION,
    nodeVersion: process.versions.node,
    ...versions,
    startedAt,
    processes,
    queues,
    givenUpMails,
  }
}

/** Count the mails that were given up by kind and by what may become of them. */
async function countGivenUp(db: Deps['db']): Promise<Report['givenUpMails']> {
  const kinds = new Map<string, Report['givenUpMails'][number]>()
  for (const { name, mailState, since, count } of await countFailedMails(db)) {
    const kind = kinds.get(name) ?? { queue: name, since, resendableCount: 0, expiredCount: 0, leftCount: 0 }
    if (since < kind.since) kind.since = since
    kind[`${judgeMail({ name, mailState })}Count`] += count
    kinds.set(name, kind)
  }
  return [...kinds.values()]
}
