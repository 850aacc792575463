import type { Db } from '@chuma/db/client'
import { findMissingTimeouts, timeoutStatements } from '@chuma/db/timeouts'
import type { FastifyBaseLogger } from 'fastify'
import { OperatorError } from './operator-error.ts'

/**
 * Refuse a database role without timeouts: one statement that waits for ever would hold its connection for ever.
 * @throws OperatorError in one line that says what to run
 */
export async function requireTimeouts(
  db: Db,
  { isRequired, log }: { isRequired: boolean; log: FastifyBaseLogger },
): Promise<void> {
  const found = await findMissingTimeouts(db)
  if (found.missing.length === 0) return
  const message =
    `DATABASE_URL: connections of ${found.role} come without ${found.missing.join(', ')}. ` +
    `Run npm run migrate as that role, or: ${timeoutStatements(found).join('; ')}; ` +
    'then let PgBouncer open new connections (RECONNECT)'
  if (isRequired) throw new OperatorError(`${message}. DATABASE_TIMEOUTS=unchecked starts without them`)
  log.warn(message)
}
