import { recordCspReports } from '@chuma/core/admin/system'
import { AppError } from '@chuma/core/app-error'
import { toStorableAddress } from '@chuma/core/auth/identify-caller'
import type { Deps } from '@chuma/core/deps'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Set the security headers of every answer. Pages replace the content policy with their own, which has a nonce. */
export const securityHeaders = fp<{ isHttps: boolean }>(async (app: FastifyInstance, { isHttps }) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: true },
  })
  app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS))
  app.addHook('onSend', async (request, reply) => {
    // The doors' answers are private to their caller.
    const isPrivate = /^\/(api|trpc|dev)\//.test(request.routeOptions.url ?? request.url)
    if (isPrivate && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
})

const ADDRESS = '/.well-known/security.txt'
const DAY_MS = 24 * 60 * 60 * 1000
/** RFC 9116 advises less than a year. The date moves on every day. */
const VALID_DAYS = 180

/** Tell people who find a vulnerability how to reach the operator (RFC 9116). */
export const securityTxt: FastifyPluginAsync<{ deps: Pick<Deps, 'product'>; publicUrl: string }> = async (
  app,
  { deps, publicUrl },
) => {
  app.get(ADDRESS, async (_request, reply) => {
    const { email } = await deps.product()
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en, sw',
      `Canonical: ${publicUrl}${ADDRESS}`,
    ]
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}

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
