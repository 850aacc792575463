import type {
  adminMember,
  adminUser,
  ListMemberAuditInput,
  ListMembersInput,
  ListMemberWorkInput,
  MemberSort,
  memberSessions,
  memberWork,
} from '@chuma/contract/account/members'
import type { Answer } from '@chuma/contract/fields'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { isEmailVerified, isPremium } from '../auth/sessions.ts'
import { earningColumns, rating, subjectsOf } from './members.ts'

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

function selectAdminUsers(db: Db) {
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

type MemberWork = Answer<typeof memberWork>

/** More than a member has of rows that grow only now and then. */
const PAGE = 100
/** A public computer has more members, which then says nothing about any of them. */
const OTHERS = 20

export function getAdminUser(db: Db, memberId: string): Promise<Answer<typeof adminUser>> {
  return selectAdminUsers(db).where('member.memberId', '=', memberId).executeTakeFirstOrThrow()
}

/** As JSON has them: their times are text. */
type StoredTerms = { version: number; how: 'sign-up' | 'asked'; acceptedAt: string }
type StoredGrant = Omit<Grant, 'premiumUntil' | 'createdAt'> & { premiumUntil: string; createdAt: string }
type Grant = Answer<typeof adminMember>['grants'][number]

export async function findAdminMember(db: Db, memberId: string) {
  const member = await selectAdminUsers(db)
    .select([
      'member.adminRole',
      'member.suspendedAt',
      'member.suspensionReason',
      'member.deletionDueAt',
      'member.erasedAt',
    ])
    .select([
      sql<Date | null>`case when member.premium_until > now() then member.premium_until end`.as(
        'premiumUntil',
      ),
      sql<StoredTerms | null>`(
        select jsonb_build_object('version', t.version, 'how', t.how, 'acceptedAt', t.accepted_at)
        from member_terms t where t.member_id = member.member_id and t.accepted_at is not null
        order by t.version desc limit 1
      )`.as('terms'),
      sql<StoredGrant[]>`array(
        select jsonb_build_object('kind', g.kind, 'months', g.months, 'premiumUntil', g.premium_until,
          'reason', g.reason, 'actor', g.actor, 'createdAt', g.created_at)
        from premium_grant g where g.member_id = member.member_id order by g.created_at desc limit ${PAGE}
      )`.as('storedGrants'),
    ])
    .where('member.memberId', '=', memberId)
    .executeTakeFirst()
  if (!member) return undefined
  const { terms, storedGrants, ...found } = member
  return {
    ...found,
    acceptedTerms: terms && { ...terms, acceptedAt: new Date(terms.acceptedAt) },
    grants: storedGrants.map(({ premiumUntil, createdAt, ...grant }) => ({
      ...grant,
      premiumUntil: new Date(premiumUntil),
      createdAt: new Date(createdAt),
    })),
  }
}

const WORK: Record<ListMemberWorkInput['kind'], (memberId: string) => RawBuilder<unknown>> = {
  surveys: (memberId) => sql`
    select a.attempt_id as id, s.title, a.status as state, a.reward_points as points, a.started_at,
      coalesce(a.completed_at, a.ended_at) as ended_at,
      nullif(concat_ws(', ', a.screen_out_reason, nullif(array_to_string(a.flag_reasons, ', '), '')), '') as note
    from survey_attempt a join survey s on s.survey_id = a.survey_id where a.member_id = ${memberId}`,
  clicks: (memberId) => sql`
    select click_id as id, title, case when survey_id is null then 'link' else 'survey' end as state, points,
      clicked_at as started_at, null::timestamptz as ended_at, null::text as note
    from click where member_id = ${memberId}`,
  proofs: (memberId) => sql`
    select p.proof_id as id, t.title, p.state, p.points, p.submitted_at as started_at, p.decided_at as ended_at,
      concat_ws(' · ', p.proof, p.reason) as note
    from task_proof p join task t on t.task_id = p.task_id where p.member_id = ${memberId}`,
}

/** List newest first; the next page starts after the last `id` of this one. */
export async function listMemberWork(db: Db, { memberId, kind, after, limit }: ListMemberWorkInput) {
  const { rows } = await sql<MemberWork>`
    with items as (${WORK[kind](memberId)})
    select id, title, state, points, started_at, ended_at, note from items
    where ${after ?? null}::uuid is null
      or (started_at, id) < (select a.started_at, a.id from items a where a.id = ${after ?? null}::uuid)
    order by started_at desc, id desc limit ${limit}
  `.execute(db)
  return rows
}

/** List the member's devices, the last used first, and other members of those devices. */
export async function getMemberSessions(db: Db, memberId: string) {
  const sessions = await db
    .selectFrom('session')
    .select([
      'sessionId as id',
      'address',
      'userAgent',
      'createdAt',
      'lastSeenAt',
      sql<boolean>`revoked_at is null and expires_at > now()`.as('isOpen'),
    ])
    .where('memberId', '=', memberId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('sessionId')
    .limit(PAGE)
    .execute()
  const { rows: others } = await sql<Answer<typeof memberSessions>['others'][number]>`
    select m.member_id as id, m.first_name || ' ' || m.last_name as name, m.email, seen.last_seen_at
    from (
      select other.member_id, max(other.last_seen_at) as last_seen_at from session mine
      join session other on other.address = mine.address and md5(other.user_agent) = md5(mine.user_agent)
        and other.user_agent = mine.user_agent and other.member_id <> mine.member_id
      where mine.member_id = ${memberId}
      group by other.member_id order by 2 desc limit ${OTHERS}
    ) seen join member m on m.member_id = seen.member_id
    order by seen.last_seen_at desc, m.member_id
  `.execute(db)
  return { sessions, others }
}

/** List decisions about the member and what is theirs, newest first. */
export function listMemberAudit(db: Db, { memberId, before, limit }: ListMemberAuditInput) {
  return db
    .selectFrom('auditEntry')
    .select(['entryId as id', 'at', 'actor', 'action', 'subject'])
    .select((eb) => eb.fn<string | null>('nullif', ['reason', eb.val('')]).as('reason'))
    .where('subject', '=', sql<string>`any(array(${subjectsOf(memberId)}))`)
    .$if(before !== undefined, (query) => query.where('entryId', '<', before ?? 0))
    .orderBy('entryId', 'desc')
    .limit(limit)
    .execute()
}

/** Read the numbers that staff edit. Under the wallet's lock they stay the same until the transaction ends. */
export function getEditedNumbers(trx: Trx, memberId: string) {
  return trx
    .selectFrom('wallet')
    .select(['totalEarnings', 'available as points'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Change the total. The points have moved before, by a posting that carries this correction's id. */
export function insertCorrection(trx: Trx, correction: Insertable<Database['earningsCorrection']>) {
  return trx.insertInto('earningsCorrection').values(correction).execute()
}

/** List corrections, oldest first. */
export function listCorrections(db: Db, memberId: string) {
  return db
    .selectFrom('earningsCorrection')
    .select(['totalBefore', 'totalAfter', 'pointsBefore', 'pointsAfter', 'reason', 'createdAt'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
}
