import type {
  adminMember,
  adminUser,
  ListMemberAuditInput,
  ListMemberWorkInput,
  memberAuditEntry,
  memberSessions,
  memberWork,
} from '@chuma/contract/account/members'
import type { Answer } from '@chuma/contract/timestamp'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import { subjectsOf } from '../admin/audit.ts'
import { selectAdminUsers } from './admin-members.ts'
import { findNewestAccepted, listMemberTerms } from './terms.ts'

type MemberAuditEntry = Answer<typeof memberAuditEntry>
type MemberWork = Answer<typeof memberWork>

/** More than a member has of rows that grow only now and then. */
const PAGE = 100
/** A public computer has more members, which then says nothing about any of them. */
const OTHERS = 20

export function getAdminUser(db: Db, memberId: string): Promise<Answer<typeof adminUser>> {
  return selectAdminUsers(db).where('member.memberId', '=', memberId).executeTakeFirstOrThrow()
}

export async function findAdminMember(
  db: Db,
  memberId: string,
): Promise<Omit<Answer<typeof adminMember>, 'mpesaNumbers'> | undefined> {
  const member = await selectAdminUsers(db)
    .select([
      'member.adminRole',
      'member.suspendedAt',
      'member.suspensionReason',
      'member.deletionDueAt',
      'member.erasedAt',
    ])
    .select(
      sql<Date | null>`case when member.premium_until > now() then member.premium_until end`.as(
        'premiumUntil',
      ),
    )
    .where('member.memberId', '=', memberId)
    .executeTakeFirst()
  if (!member) return undefined
  const acceptedTerms = findNewestAccepted(await listMemberTerms(db, memberId))
  return { ...member, acceptedTerms, grants: await listGrants(db, memberId) }
}

function listGrants(db: Db, memberId: string) {
  return db
    .selectFrom('premiumGrant')
    .select(['kind', 'months', 'premiumUntil', 'reason', 'actor', 'createdAt'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .limit(PAGE)
    .execute()
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
export async function listMemberWork(
  db: Db,
  { memberId, kind, after, limit }: ListMemberWorkInput,
): Promise<MemberWork[]> {
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
export function listMemberAudit(
  db: Db,
  { memberId, before, limit }: ListMemberAuditInput,
): Promise<MemberAuditEntry[]> {
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
