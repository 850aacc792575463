import type { adminUser, ListMembersInput, MemberSort } from '@chuma/contract/account/members'
import type { Answer } from '@chuma/contract/timestamp'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import { earningColumns, rating } from '../wallet/wallet.ts'
import { isEmailVerified, isPremium } from './members.ts'

/** What to search for, after the typed text was interpreted. */
export type MemberSearch =
  | { memberId: string }
  | { mpesaNumber: string; hashes: readonly Buffer[] }
  | { words: readonly string[] }
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

/**
 * Each is read along an index of its first one or two columns, from one end or from the row of `after`. Indexed balances are
 * in steps of 250: members on the same step are sorted as they are read.
 */
const ORDERS: Record<MemberSort, { columns: RawBuilder<unknown>[]; isDescending: boolean }> = {
  newest: { columns: [sql`member.created_at`, sql`member.member_id`], isDescending: true },
  oldest: { columns: [sql`member.created_at`, sql`member.member_id`], isDescending: false },
  points: {
    columns: [sql`wallet.available_level`, sql`wallet.available`, sql`wallet.member_id`],
    isDescending: true,
  },
  earnings: {
    columns: [sql`wallet.earnings_level`, sql`wallet.total_earnings`, sql`wallet.member_id`],
    isDescending: true,
  },
  'last-seen': { columns: [sql`member_seen.last_seen_at`, sql`member_seen.member_id`], isDescending: true },
}

/**
 * List members; the next page starts after the last `id` of this one. Erased members are left out. Finds the page's ids first
 * and reads full rows only for those, because many members share a level.
 */
export function listAdminUsers(db: Db, filter: MemberFilter): Promise<Answer<typeof adminUser>[]> {
  const { columns, isDescending } = ORDERS[filter.sort]
  const direction = isDescending ? sql`desc` : sql`asc`
  const order = sql.join(columns.map((column) => sql`${column} ${direction}`))
  const page = selectPage(db, filter).orderBy(order).limit(filter.limit)
  return selectAdminUsers(db)
    .innerJoin(page.as('page'), 'page.memberId', 'member.memberId')
    .orderBy(order)
    .execute()
}

function selectPage(db: Db, filter: MemberFilter) {
  const { sort, after, country } = filter
  const { columns, isDescending } = ORDERS[sort]
  const beyond = isDescending ? sql`<` : sql`>`
  return (
    db
      .selectFrom('member')
      .innerJoin('wallet', 'wallet.memberId', 'member.memberId')
      // Every listed member has one row there. Other orders do not pay for the join.
      .$if(sort === 'last-seen', (query) =>
        query.innerJoin('memberSeen', 'memberSeen.memberId', 'member.memberId'),
      )
      .select('member.memberId')
      .where('member.erasedAt', 'is', null)
      .$if(country !== undefined, (query) =>
        query.where(sql`lower(member.country)`, '=', (country ?? '').toLowerCase()),
      )
      .where(sql<boolean>`${sql.join([sql`true`, ...listConditions(filter)], sql` and `)}`)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${sql.join(columns)}) ${beyond} (
            select ${placeOf(sort)}, m.member_id from member m
            join wallet w on w.member_id = m.member_id join member_seen s on s.member_id = m.member_id
            where m.member_id = ${after}
          )`,
        ),
      )
  )
}

function placeOf(sort: MemberSort): RawBuilder<unknown> {
  switch (sort) {
    case 'points':
      return sql`w.available_level, w.available`
    case 'earnings':
      return sql`w.earnings_level, w.total_earnings`
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
    // A list of ids, so that the few are found first instead of checking every member.
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

/** What the row of a member has to match. */
export function searchConditions(search: MemberSearch): RawBuilder<unknown>[] {
  if ('memberId' in search) return [sql`member.member_id = ${search.memberId}`]
  if ('mpesaNumber' in search) {
    return [
      sql`member.member_id = any(array(
        select c.member_id from destination_claimant c where c.destination_hash = any(${search.hashes}::bytea[])))`,
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
