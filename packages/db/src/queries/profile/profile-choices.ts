import type { ProfileGroup } from '@chuma/contract/profile/attribute'
import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/** Read what a member chose; undefined before any choice. `isPrompted`: the question of this business day was answered or dismissed. */
export function findProfileChoice(db: Db, memberId: string) {
  return db
    .selectFrom('profileChoice')
    .select([
      'sharedAt',
      'shareVersion',
      'promptedOn',
      'dismissed',
      sql<boolean>`prompted_on is not distinct from business_day(now())`.as('isPrompted'),
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}

/** Share a member's answers with partners from now on, or no longer. Sharing again keeps the first day. */
export function setSharing(trx: Trx, memberId: string, version: number | null) {
  const sharedAt = version === null ? null : sql<Date>`now()`
  return trx
    .insertInto('profileChoice')
    .values({ memberId, sharedAt, shareVersion: version })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet((eb) => ({
        sharedAt: sql<Date | null>`case when excluded.shared_at is null then null
          else coalesce(profile_choice.shared_at, excluded.shared_at) end`,
        shareVersion: eb.ref('excluded.shareVersion'),
      })),
    )
    .execute()
}

/** Ask the member nothing more on this business day, and never again about `dismissed`. */
export function markPrompted(trx: Trx, memberId: string, dismissed: AttributeKey | null) {
  return trx
    .insertInto('profileChoice')
    .values({
      memberId,
      promptedOn: sql<string>`business_day(now())`,
      dismissed: dismissed ? [dismissed] : [],
    })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet((eb) => ({
        promptedOn: eb.ref('excluded.promptedOn'),
        dismissed: sql<string[]>`array(
          select distinct word from unnest(profile_choice.dismissed || excluded.dismissed) word order by word
        )`,
      })),
    )
    .execute()
}

/** The cause of a group's reward: once in a business year. */
export const groupSource = (group: ProfileGroup) =>
  sql<string>`'profile:' || ${group}::text || ':' || extract(year from business_day(now()))::int`

/** List the groups that have paid the member this business year. */
export async function listPaidGroups(db: Db, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('posting')
    .select(sql<string>`split_part(source_key, ':', 2)`.as('group'))
    .where('memberId', '=', memberId)
    .where('kind', '=', 'profile')
    .where(sql<boolean>`source_key like 'profile:%:' || extract(year from business_day(now()))::int`)
    .execute()
  return rows.map(({ group }) => group)
}

export function insertProfileFlag(
  trx: Trx,
  flag: { memberId: string; attribute: AttributeKey; kind: 'changed' | 'withdrawn' },
) {
  return trx.insertInto('profileFlag').values(flag).execute()
}

export async function wasWithdrawn(db: Db, memberId: string, attribute: AttributeKey): Promise<boolean> {
  const found = await db
    .selectFrom('profileFlag')
    .select('attribute')
    .where('memberId', '=', memberId)
    .where('attribute', '=', attribute)
    .where('kind', '=', 'withdrawn')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** List a member's flags, oldest first. */
export function listProfileFlags(db: Db, memberId: string) {
  return db
    .selectFrom('profileFlag')
    .select(['attribute', 'kind', 'flaggedAt as at'])
    .where('memberId', '=', memberId)
    .orderBy('flaggedAt')
    .limit(200)
    .execute()
}
