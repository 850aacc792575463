import type { ProfileSource } from '@chuma/contract/profile/profile'
import { type AttributeKey, PREFER_NOT, type ProfileGroup } from '@chuma/contract/profile/profile-attributes'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type Given = {
  memberId: string
  attribute: AttributeKey
  codes: readonly string[]
  months: number
  consentVersion: number
  source: ProfileSource
}

/** Store an answer in place of an earlier one. It expires after as many months as its attribute says. */
export function upsertProfileAnswer(trx: Trx, { codes, months, ...given }: Given) {
  return trx
    .insertInto('profileAnswer')
    .values({ ...given, codes: [...codes], expiresAt: sql<Date>`now() + make_interval(months => ${months})` })
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'attribute']).doUpdateSet((eb) => ({
        codes: eb.ref('excluded.codes'),
        answeredAt: eb.ref('excluded.answeredAt'),
        expiresAt: eb.ref('excluded.expiresAt'),
        consentVersion: eb.ref('excluded.consentVersion'),
        source: eb.ref('excluded.source'),
      })),
    )
    .execute()
}

/** Remove an answer for good; false when there was none. */
export async function deleteProfileAnswer(trx: Trx, memberId: string, attribute: AttributeKey) {
  const { numDeletedRows } = await trx
    .deleteFrom('profileAnswer')
    .where('memberId', '=', memberId)
    .where('attribute', '=', attribute)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** List everything that a member said, expired answers too. */
export function listProfileAnswers(db: Db, memberId: string) {
  return db
    .selectFrom('profileAnswer')
    .select(['attribute', 'codes', 'answeredAt', 'expiresAt', 'consentVersion', 'source'])
    .select(sql<boolean>`expires_at > now()`.as('counts'))
    .where('memberId', '=', memberId)
    .orderBy('attribute')
    .execute()
}

/** Read what a member chose; undefined before any choice. `isPrompted`: the question of this business day was answered or dismissed. */
export function findProfileChoice(db: Db, memberId: string) {
  return db
    .selectFrom('profileChoice')
    .select([
      'sharedAt',
      'shareVersion',
      'linkedAt',
      'promptedOn',
      'dismissed',
      sql<boolean>`prompted_on is not distinct from business_day(now())`.as('isPrompted'),
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}

type Settled = { isPrompted: boolean; settled: AttributeKey[] }

/** Read what a member need not be asked: answered, or dismissed. `isPrompted`: as in `findProfileChoice`. */
export async function readSettledQuestions(db: Db, memberId: string): Promise<Settled> {
  const { rows } = await sql<Settled>`
    select c.prompted_on is not distinct from business_day(now()) as is_prompted,
      coalesce(c.dismissed, '{}') || array(
        select p.attribute from profile_answer p where p.member_id = ${memberId} and p.expires_at > now()
      ) as settled
    from member m left join profile_choice c on c.member_id = m.member_id where m.member_id = ${memberId}
  `.execute(db)
  return rows[0] ?? { isPrompted: false, settled: [] }
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

/** Let files link a member's answers within a series from now on by a random key, or no longer. Linking again keeps the first key. */
export function setLinking(trx: Trx, memberId: string, link: { version: number; key: Buffer } | null) {
  const linkedAt = link === null ? null : sql<Date>`now()`
  return trx
    .insertInto('profileChoice')
    .values({ memberId, linkedAt, linkVersion: link?.version ?? null, linkKey: link?.key ?? null })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet((eb) => ({
        linkedAt: sql<Date | null>`case when excluded.linked_at is not null
          then coalesce(profile_choice.linked_at, excluded.linked_at) end`,
        linkVersion: eb.ref('excluded.linkVersion'),
        linkKey: sql<Buffer | null>`case when excluded.linked_at is not null
          then coalesce(profile_choice.link_key, excluded.link_key) end`,
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
        dismissed: sql<string[]>`case when profile_choice.dismissed @> excluded.dismissed
          then profile_choice.dismissed else profile_choice.dismissed || excluded.dismissed end`,
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

/** Codes by attribute. What a member did not say, withdrew or would rather not say has no entry. */
export type Profile = Partial<Record<AttributeKey, string[]>>

/** Read what a member's profile says now. */
export async function readProfile(db: Db, memberId: string): Promise<Profile> {
  const { rows } = await sql<{ profile: Profile }>`select ${profileOf(memberId)} as profile`.execute(db)
  return rows[0]?.profile ?? {}
}

/** As a `Profile`: unexpired answers, and with the member's consent. */
export const profileOf = (memberId: string) => sql<Profile>`(
  select coalesce(jsonb_object_agg(p.attribute, p.codes), '{}') from profile_answer p
  where p.member_id = ${memberId} and p.expires_at > now() and ${PREFER_NOT} <> all (p.codes)
)`
