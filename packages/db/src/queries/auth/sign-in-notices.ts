import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/**
 * Whether a member who has signed in before uses a browser for the first time. Version numbers are ignored: an updated browser
 * is not a new one.
 */
export async function isNewBrowser(
  trx: Trx,
  { memberId, userAgent }: { memberId: string; userAgent: string | null },
): Promise<boolean> {
  const isOther = sql<boolean>`regexp_replace(coalesce(user_agent, ''), '\\d+', '', 'g')
    <> regexp_replace(coalesce(${userAgent}, ''), '\\d+', '', 'g')`
  const { isNew } = await trx
    .selectFrom('session')
    .select(sql<boolean | null>`bool_and(${isOther})`.as('isNew'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  // Null: no sessions at all, and so nothing to compare with.
  return isNew === true
}

/** Find how to greet a member who wants notices of new devices; undefined for one who does not, or is erased. */
export function findSignInNoticeReader(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .leftJoin('memberSettings', 'memberSettings.memberId', 'member.memberId')
    .select('member.firstName')
    .where('member.memberId', '=', memberId)
    .where('member.erasedAt', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('memberSettings.mailsSignIns', eb.lit(true)), '=', true))
    .executeTakeFirst()
}
