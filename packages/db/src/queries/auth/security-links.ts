import type { SecurityLinkPurpose } from '@chuma/contract/auth/security-links'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type LinkRef = { memberId: string; tokenHash: Buffer }
type NewLink = LinkRef & {
  purpose: SecurityLinkPurpose
  email: string
  since: Date | undefined
  days: number
}

const columns = ['purpose', 'email', 'since'] as const

export function insertSecurityLink(db: Db, { days, since, ...link }: NewLink) {
  return db
    .insertInto('securityLink')
    .values({
      ...link,
      ...(since && { since }),
      expiresAt: sql<Date>`now() + make_interval(days => ${days})`,
      usedAt: null,
    })
    .execute()
}

/**
 * Check and use up a link in one statement: of concurrent calls one succeeds. Not by now(): the transaction may have waited
 * for the member's lock.
 */
export function spendSecurityLink(trx: Trx, { memberId, tokenHash }: LinkRef) {
  return trx
    .updateTable('securityLink')
    .set({ usedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`statement_timestamp()`)
    .returning(columns)
    .executeTakeFirst()
}

/** Find a link whatever became of it. */
export function findSecurityLink(db: Db, { memberId, tokenHash }: LinkRef) {
  return db
    .selectFrom('securityLink')
    .select(columns)
    .select((eb) => [
      eb('usedAt', 'is not', null).$castTo<boolean>().as('isUsed'),
      eb('expiresAt', '<=', sql<Date>`statement_timestamp()`).$castTo<boolean>().as('isExpired'),
    ])
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}
