import type { LinkPurpose } from '@chuma/contract/auth/auth'
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
      usedAt: null,
      newEmail: newEmail ?? null,
    })
    .execute()
}

/** Ends every link of these purposes that still works. */
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
 * Checks and spends a link in one statement: of any number at the same time, one finds it unused. Says what the link is
 * for, as it was stored; undefined when it opens nothing. Not by now(), the moment when the transaction began: to one that
 * had to wait for the member's lock, which comes first, what ended the link meanwhile would lie in the future.
 */
export function spendLink(trx: Trx, { memberId, tokenHash }: LinkRef) {
  return trx
    .updateTable('oneTimeLink')
    .set({ usedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`statement_timestamp()`)
    .returning(['purpose', 'newEmail'])
    .executeTakeFirst()
}

/** How many links of this purpose were made in the last so many minutes, whatever became of them. */
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

/** Gives an open request to move to this address a new token and its full time; false when there is none. */
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

/** The address that a member asked to move to, while a link to it may still be opened. */
export async function findPendingEmail(db: Db, memberId: string): Promise<string | undefined> {
  const link = await db
    .selectFrom('oneTimeLink')
    .select('newEmail')
    .where('memberId', '=', memberId)
    .where('purpose', '=', 'change-email')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return link?.newEmail ?? undefined
}

/** Notes that the mail server took the mail with this link. */
export function markLinkMailed(db: Db, { memberId, tokenHash }: LinkRef) {
  return db
    .updateTable('oneTimeLink')
    .set({ mailedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/**
 * Whether a link of this purpose is fresh in the mailbox and still works, so that another mail can wait. Fresh is one
 * minute for each that was mailed within the hour, and `longestMinutes` at most.
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
