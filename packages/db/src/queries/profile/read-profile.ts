import { PREFER_NOT } from '@chuma/contract/profile/attribute'
import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/** Codes by attribute. What a member did not say, withdrew or would rather not say has no entry. */
export type Profile = Partial<Record<AttributeKey, string[]>>

/** Read what a member's profile says now: unexpired, and with their consent. */
export async function readProfile(db: Db, memberId: string): Promise<Profile> {
  const rows = await db
    .selectFrom('profileAnswer')
    .select(['attribute', 'codes'])
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where(sql<boolean>`${PREFER_NOT} <> all (codes)`)
    .execute()
  return Object.fromEntries(rows.map(({ attribute, codes }) => [attribute, codes]))
}
