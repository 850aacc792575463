import type { Deps } from '@chuma/core/deps'
import type { FastifyPluginAsync } from 'fastify'

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
