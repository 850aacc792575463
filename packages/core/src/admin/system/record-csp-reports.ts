import { PAGE_ROUTES } from '@chuma/contract/page-routes'
import { addCspReport } from '@chuma/db/queries/admin/csp-reports'
import * as z from 'zod'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/** More in one body are not a page's. */
const MOST_REPORTS = 10

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
  for (const report of readReports(body).slice(0, MOST_REPORTS)) {
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
