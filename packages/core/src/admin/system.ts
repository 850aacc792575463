import type {
  ListFailedJobsInput,
  ListMailsInput,
  ResendMailsInput,
  RetryJobInput,
  systemReport,
} from '@chuma/contract/admin/system'
import type { Answer } from '@chuma/contract/fields'
import { PAGE_ROUTES } from '@chuma/contract/page-routes'
import { APP_VERSION } from '@chuma/contract/platform'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  addCspReport,
  countFailedMails,
  countJobs,
  getVersions,
  listDeliveries,
  listFailed,
  listProcesses,
  lockFailedJob,
  lockFailedMails,
} from '@chuma/db/queries/admin/system'
import { retryFailedJob } from '@chuma/db/queries/jobs'
import * as z from 'zod'
import { AppError, orRefuse } from '../app-error.ts'
import { reserveAttempt } from '../auth/throttle.ts'
import type { Caller, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type RetryRefusal, refuseRetry } from '../payouts/attempts/refuse-retry.ts'
import { maskEmail, redact } from './audit.ts'

/** More in one body are not a page's. */
const MAX_REPORTS = 10

/** `report-uri`, an object with dashes, and `report-to`, a list in camel case. Browsers add more, which is not read. */
const oldReport = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().default(''),
  }),
})
const newReports = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      documentURL: z.string().optional(),
      effectiveDirective: z.string().optional(),
      blockedURL: z.string().nullish(),
    }),
  }),
)
type Report = { page: string; directive: string; blocked: string }

/**
 * Count what a browser reports about our content security policy. A report names a directive, the origin of what was
 * refused and the page's pattern; an address with its parameters, which can hold a token, is never stored.
 * @throws AppError THROTTLED
 */
export async function recordCspReports(
  deps: Pick<Deps, 'db'>,
  { address }: Pick<Caller, 'address'>,
  { body, publicUrl }: { body: unknown; publicUrl: string },
): Promise<void> {
  await reserveAttempt(deps, 'csp-report-address', address)
  for (const report of readReports(body).slice(0, MAX_REPORTS)) {
    const kind = describe(report, publicUrl)
    if (kind) await addCspReport(deps.db, kind)
  }
}

function readReports(body: unknown): Report[] {
  const old = oldReport.safeParse(body)
  if (old.success) {
    const report = old.data['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive'] ?? ''
    return [{ page: report['document-uri'], directive, blocked: report['blocked-uri'] }]
  }
  const { data = [] } = newReports.safeParse(body)
  return data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: report }) => ({
      page: report.documentURL ?? '',
      directive: report.effectiveDirective ?? '',
      blocked: report.blockedURL ?? '',
    }))
}

/** Null for what no page of ours sent. */
function describe({ page, directive, blocked }: Report, publicUrl: string): Report | null {
  const [name = ''] = directive.split(' ')
  if (!/^[a-z]{2,20}(-[a-z]{2,12}){0,3}$/.test(name)) return null
  if (!URL.canParse(page) || new URL(page).origin !== publicUrl) return null
  return { directive: name, blocked: nameOrigin(blocked), page: namePage(new URL(page).pathname) }
}

/** Only where it came from. Extensions and files have no origin, only a scheme. */
function nameOrigin(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return 'unknown'
  const { protocol, origin } = new URL(blocked)
  return (origin === 'null' ? protocol : origin).slice(0, 200)
}

/** Members' ids and everything unknown are left out. */
function namePage(pathname: string): string {
  if (/^\/admin(-|\/|$)/.test(pathname)) return '/admin'
  return PAGE_ROUTES.find((route) => isAt(route, pathname)) ?? 'other'
}

function isAt(route: string, pathname: string): boolean {
  const [parts, sent] = [route.split('/'), pathname.split('/')]
  return parts.length === sent.length && parts.every((part, at) => part.startsWith('$') || part === sent[at])
}

const startedAt = new Date(Date.now() - process.uptime() * 1000)

type SystemReport = Answer<typeof systemReport>

/** Report versions, processes and the jobs that wait or failed. */
export async function getSystemReport({ db }: Pick<Deps, 'db'>): Promise<SystemReport> {
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
async function countGivenUp(db: Deps['db']): Promise<SystemReport['givenUpMails']> {
  const kinds = new Map<string, SystemReport['givenUpMails'][number]>()
  for (const { name, mailState, since, count } of await countFailedMails(db)) {
    const kind = kinds.get(name) ?? { queue: name, since, resendableCount: 0, expiredCount: 0, leftCount: 0 }
    if (since < kind.since) kind.since = since
    kind[`${judgeMail({ name, mailState })}Count`] += count
    kinds.set(name, kind)
  }
  return [...kinds.values()]
}

/**
 * Retry a job that failed its last attempt.
 * @throws AppError NOT_FOUND if no such job has failed, or a concurrent call has retried it; JOB_STATE, with the reason,
 * if it must not run again
 */
export async function retryJob({ db }: Pick<Deps, 'db'>, staff: StaffActor, { id }: RetryJobInput) {
  return db.transaction().execute(async (trx) => {
    const job = orRefuse(await lockFailedJob(trx, id), 'NOT_FOUND')
    const why = refuseRetry(job)
    if (why) throw new AppError('JOB_STATE', { why })
    await retryFailedJob(trx, { id, name: job.name })
    await recordAct(trx, staff, { action: 'job.retried', subject: `job:${id}`, after: { queue: job.name } })
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
function judgeMail(job: Parameters<typeof refuseRetry>[0]): 'resendable' | 'expired' | 'left' {
  const why = refuseRetry(job)
  return why ? FATES[why] : 'resendable'
}

/**
 * Try every mail again that was given up since then, such as while the mail server was down. Concurrent calls and repeats find none
 * of them: each is sent again once.
 */
export async function resendMails({ db }: Pick<Deps, 'db'>, staff: StaffActor, { since }: ResendMailsInput) {
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
    await recordAct(trx, staff, {
      action: 'mails.resent',
      subject: 'mails',
      after: { since: since ?? null, ...answer },
    })
    return answer
  })
}

/** List jobs that failed their last attempt within the last week, newest first. */
export async function listFailedJobs({ db }: Pick<Deps, 'db'>, input: ListFailedJobsInput) {
  const rows = await listFailed(db, input)
  return rows.map(({ message, mailState, ...row }) => ({
    ...row,
    error: redact(message ?? 'It did not end in time'),
    refusal: refuseRetry({ name: row.queue, mailState }),
  }))
}

/** List mails with their results, newest first. Recipients are masked. */
export async function listMails({ db }: Pick<Deps, 'db'>, input: ListMailsInput) {
  const rows = await listDeliveries(db, input)
  return rows.map((row) => ({ ...row, recipient: maskEmail(row.recipient) }))
}
