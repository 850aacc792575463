import type { AdminUser, ListMembersInput, MemberSort } from '@chuma/contract/members'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../client.ts'
import { isEmailVerified, isPremium } from './members.ts'
import { earningColumns, rating } from './wallet.ts'

/** Who is looked for, once it is known what was typed. */
export type MemberSearch = { memberId: string } | { mpesaNumber: string } | { words: readonly string[] }
type MemberFilter = Omit<ListMembersInput, 'search'> & { search: MemberSearch | undefined }

const isPaused = sql<boolean>`exists (
  select from payout_pause p where p.member_id = member.member_id and p.lifted_at is null
)`
const isSuspended = sql<boolean>`member.suspended_at is not null`
const isAdmin = sql<boolean>`member.admin_role is not null`
const mayBePremium = sql<boolean>`member.premium_until > now()`

export function selectAdminUsers(db: Db) {
  return db
    .selectFrom('member')
    .innerJoin('wallet', 'wallet.memberId', 'member.memberId')
    .leftJoin('memberSeen', 'memberSeen.memberId', 'member.memberId')
    .select([
      'member.memberId as id',
      'member.firstName',
      'member.lastName',
      'member.email',
      'member.country',
      isEmailVerified.as('isEmailVerified'),
      isAdmin.as('isAdmin'),
      isPremium.as('isPremium'),
      'member.createdAt',
      'wallet.available as points',
      'wallet.held as heldPoints',
      rating.as('rating'),
      sql<Date>`coalesce(member_seen.last_seen_at, member.created_at)`.as('lastSeenAt'),
      isSuspended.as('isSuspended'),
      isPaused.as('isPaused'),
    ])
    .select(earningColumns)
}

/** Each is walked along its own index, from one end or from the row of `after`. */
const ORDERS: Record<
  MemberSort,
  { key: RawBuilder<unknown>; id: RawBuilder<unknown>; isDescending: boolean }
> = {
  newest: { key: sql`member.created_at`, id: sql`member.member_id`, isDescending: true },
  oldest: { key: sql`member.created_at`, id: sql`member.member_id`, isDescending: false },
  points: { key: sql`wallet.available`, id: sql`wallet.member_id`, isDescending: true },
  earnings: { key: sql`wallet.total_earnings`, id: sql`wallet.member_id`, isDescending: true },
  'last-seen': {
    key: sql`member_seen.last_seen_at`,
    id: sql`member_seen.member_id`,
    isDescending: true,
  },
}

/** The next page starts after the last `id` of this one. Erased members are nobody any more. */
export function listAdminUsers(db: Db, filter: MemberFilter): Promise<AdminUser[]> {
  const { sort, after, limit, country } = filter
  const { key, id, isDescending } = ORDERS[sort]
  const direction = isDescending ? 'desc' : 'asc'
  const beyond = isDescending ? sql`<` : sql`>`
  return (
    selectAdminUsers(db)
      .where('member.erasedAt', 'is', null)
      // Everybody has it whom this list shows; said so, its index can be walked.
      .$if(sort === 'last-seen', (query) => query.where('memberSeen.lastSeenAt', 'is not', null))
      .$if(country !== undefined, (query) =>
        query.where(sql`lower(member.country)`, '=', (country ?? '').toLowerCase()),
      )
      .where(sql<boolean>`${sql.join([sql`true`, ...listConditions(filter)], sql` and `)}`)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${key}, ${id}) ${beyond} (
            select ${placeOf(sort)}, m.member_id from member m
            join wallet w on w.member_id = m.member_id join member_seen s on s.member_id = m.member_id
            where m.member_id = ${after}
          )`,
        ),
      )
      .orderBy(key, direction)
      .orderBy(id, direction)
      .limit(limit)
      .execute()
  )
}

function placeOf(sort: MemberSort): RawBuilder<unknown> {
  switch (sort) {
    case 'points':
      return sql`w.available`
    case 'earnings':
      return sql`w.total_earnings`
    case 'last-seen':
      return sql`s.last_seen_at`
    default:
      return sql`m.created_at`
  }
}

function listConditions(filter: MemberFilter): RawBuilder<unknown>[] {
  const flags: [boolean | undefined, RawBuilder<boolean>, RawBuilder<boolean>][] = [
    [filter.isVerified, isEmailVerified, sql`member.email_verified_at is null`],
    [filter.isPremium, mayBePremium, sql`not ${isPremium}`],
    [filter.isSuspended, isSuspended, sql`member.suspended_at is null`],
    // As a list of ids, so that the few are found first and not each member asked.
    [
      filter.isPaused,
      sql`member.member_id in (select p.member_id from payout_pause p where p.lifted_at is null)`,
      sql`not ${isPaused}`,
    ],
    [filter.isAdmin, isAdmin, sql`member.admin_role is null`],
  ]
  const asked = flags.flatMap(([wish, yes, no]) => (wish === undefined ? [] : [wish ? yes : no]))
  return filter.search ? [...asked, ...searchConditions(filter.search)] : asked
}

function searchConditions(search: MemberSearch): RawBuilder<unknown>[] {
  if ('memberId' in search) return [sql`member.member_id = ${search.memberId}`]
  if ('mpesaNumber' in search) {
    return [
      sql`member.member_id = (select n.member_id from payout_number n where n.mpesa_number = ${search.mpesaNumber})`,
    ]
  }
  return search.words.map(
    (word) =>
      sql`lower(member.first_name || ' ' || member.last_name || ' ' || member.email) like ${asPattern(word)}`,
  )
}

function asPattern(word: string): string {
  return `%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}
