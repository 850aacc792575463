import { recordCspReports } from '@chuma/core/admin/system'
import { AppError } from '@chuma/core/app-error'
import { toStorableAddress } from '@chuma/core/auth/identify-caller'
import type { Deps } from '@chuma/core/deps'
import type { FastifyPluginAsync } from 'fastify'

export const CSP_REPORTS = '/csp-reports'

/** A report has about a kilobyte, most of it the policy. */
const LONGEST_BODY = 16 * 1024
const PER_MINUTE = 60

/** Take browsers' reports about the content security policy, in both formats. Not a door: they come without a token. */
export const cspReports: FastifyPluginAsync<{ deps: Deps; publicUrl: string }> = async (
  app,
  { deps, publicUrl },
) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: LONGEST_BODY },
    app.getDefaultJsonParser('error', 'error'),
  )
  // In memory, before the count in the database: a page that breaks our policy reports with every view.
  const count = app.createRateLimit({ max: PER_MINUTE, timeWindow: '1 minute' })
  app.post(CSP_REPORTS, {
    onRequest: async (request) => {
      const calls = await count(request)
      if (!calls.isAllowed && calls.isExceeded)
        throw new AppError('THROTTLED', { retryAfterSeconds: calls.ttlInSeconds })
    },
    handler: async ({ body, ip }, reply) => {
      await recordCspReports(deps, { address: toStorableAddress(ip) }, { body, publicUrl })
      return reply.code(204).send()
    },
  })
}
