import type { LinkPurpose } from '@chuma/contract/auth/auth'
import type { SecurityLinkPurpose } from '@chuma/contract/auth/security-links'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type LinkRef = { memberId: string; tokenHash: Buffer }
type NewLink = LinkRef & { purpose: LinkPurpose; newEmail?: string; expiresInMinutes: number }

export function insertLink(trx: Trx, { expiresInMinutes, newEmail, ...link }: NewLink) {
  return trx
    .insertInto('oneTimeLink')
    .values({
      ...link,
      expiresAt: sql<Date>`now() + make_interval(mins => ${expiresInMinutes})`,
      newEmail: newEmail ?? null,
    })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
}

/** End every working link of these purposes. */
export function expireLinks(
  trx: Trx,
  { memberId, purposes }: { memberId: string; purposes: readonly LinkPurpose[] },
) {
  return trx
    .updateTable('oneTimeLink')
    .set({ expiresAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute()
}

/**
 * Check and use up a link in one statement: of concurrent calls one succeeds. Returns what it is for, or undefined.
 * Not by now(): the transaction may have waited for the member's lock, and would not see a link that ended meanwhile.
 */
export function spendLink(trx: Trx, { memberId, tokenHash }: LinkRef) {
  return trx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`statement_timestamp()`)
    .returning(['purpose', 'newEmail', 'createdAt'])
    .executeTakeFirst()
}

/** Find a link that still works. */
export function findOpenLink(db: Db, { memberId, tokenHash }: LinkRef) {
  return db
    .selectFrom('oneTimeLink')
    .select(['purpose', 'newEmail'])
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Count the links of this purpose made in the last `minutes`, whatever became of them. */
export async function countRecentLinks(
  trx: Trx,
  { memberId, purpose, minutes }: { memberId: string; purpose: LinkPurpose; minutes: number },
): Promise<number> {
  const { count } = await trx
    .selectFrom('oneTimeLink')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirstOrThrow()
  return count
}

/** Give an open request to move to this address a new token and its full time; false when there is none. */
export async function rekeyEmailChange(
  trx: Trx,
  { expiresInMinutes, newEmail, memberId, tokenHash }: Omit<Required<NewLink>, 'purpose'>,
): Promise<boolean> {
  const rekeyed = await trx
    .updateTable('oneTimeLink')
    .set({ tokenHash, expiresAt: sql<Date>`now() + make_interval(mins => ${expiresInMinutes})` })
    .where('memberId', '=', memberId)
    .where('purpose', '=', 'change-email')
    .where('newEmail', '=', newEmail)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`statement_timestamp()`)
    .executeTakeFirst()
  return rekeyed.numUpdatedRows > 0n
}

/** Find the address that a member asked to move to, while a link to it still works. */
export async function findPendingEmail(db: Db, memberId: string): Promise<string | undefined> {
  const link = await selectPendingEmail(db, memberId).executeTakeFirst()
  return link?.newEmail ?? undefined
}

export function selectPendingEmail(db: Db, memberId: string) {
  return db
    .selectFrom('oneTimeLink')
    .select('newEmail')
    .where('memberId', '=', memberId)
    .where('purpose', '=', 'change-email')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('createdAt', 'desc')
    .limit(1)
}

/** Record that the mail server accepted the mail with this link. */
export function markLinkMailed(db: Db, { memberId, tokenHash }: LinkRef) {
  return db
    .updateTable('oneTimeLink')
    .set({ mailedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/**
 * Whether a recently mailed link of this purpose still works, so that another mail can wait. "Recently" is one minute for each
 * link mailed within the hour, and at most `longestMinutes`.
 */
export async function isLinkMailedRecently(
  db: Db,
  { memberId, purpose, longestMinutes }: { memberId: string; purpose: LinkPurpose; longestMinutes: number },
): Promise<boolean> {
  const { rows } = await sql`
    with mailed as (
      select used_at is null and expires_at > now() as works, mailed_at from one_time_link
      where member_id = ${memberId} and purpose = ${purpose} and mailed_at > now() - interval '1 hour'
    )
    select 1 from mailed
    where works
      and mailed_at > now() - make_interval(mins => least((select count(*)::int from mailed), ${longestMinutes}))
  `.execute(db)
  return rows.length > 0
}

type NewSecurityLink = LinkRef & {
  purpose: SecurityLinkPurpose
  email: string
  since: Date | undefined
  days: number
}

const columns = ['purpose', 'email', 'since'] as const

export function insertSecurityLink(db: Db, { days, since, ...link }: NewSecurityLink) {
  return db
    .insertInto('securityLink')
    .values({
      ...link,
      ...(since && { since }),
      expiresAt: sql<Date>`now() + make_interval(days => ${days})`,
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
