import { SETTLED_DAYS } from '@chuma/contract/admin/approvals/approval-kinds'
import type { Permission, StaffRole } from '@chuma/contract/admin/permissions'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { isMemberFactorOn } from './second-factors.ts'
import { isSecondFactorOn } from './staff.ts'

/** What puts an account into somebody's hands: from then on it has to settle again. */
const STAFF_CHANGES = ['staff.reset', 'staff.enabled', 'staff.role', 'staff.person']
const MEMBER_CHANGES = ['member.role', 'member.person']

export type ApproverAccount = {
  /** As in the audit log. */
  name: string
  personId: string
  role: StaffRole
  isSecondFactorOn: boolean
  /** Neither new nor put into other hands in the last days. */
  isSettled: boolean
}

const isStaffSettled = sql<boolean>`(
  staff.created_at <= now() - make_interval(days => ${SETTLED_DAYS}) and not exists (
    select from audit_entry e
    where e.subject = 'staff:' || staff.username and e.action = any(${STAFF_CHANGES}::text[])
      and e.at > now() - make_interval(days => ${SETTLED_DAYS})
  )
)`

/** List the accounts of people who could sign in to decide. */
export async function listApproverAccounts(db: Db): Promise<ApproverAccount[]> {
  const staff = await db
    .selectFrom('staff')
    .select([
      sql<string>`'staff:' || username`.as('name'),
      'personId',
      'role',
      isSecondFactorOn.as('isSecondFactorOn'),
      isStaffSettled.as('isSettled'),
    ])
    .where('disabledAt', 'is', null)
    .where('passwordExpiresAt', 'is', null)
    .execute()
  return [...staff, ...(await listMembers(db))]
}

/** Three queries: members are on several servers, people and the audit log on the first. */
async function listMembers(db: Db): Promise<ApproverAccount[]> {
  const links = await db.selectFrom('personMember').select(['memberId', 'personId']).execute()
  if (links.length === 0) return []
  const personOfMember = new Map(links.map(({ memberId, personId }) => [memberId, personId]))
  const members = await db
    .selectFrom('member')
    .select([
      'memberId',
      'adminRole',
      isMemberFactorOn.as('isSecondFactorOn'),
      sql<boolean>`created_at <= now() - make_interval(days => ${SETTLED_DAYS})`.as('isOld'),
    ])
    .where('memberId', 'in', [...personOfMember.keys()])
    .where('adminRole', 'is not', null)
    .where('suspendedAt', 'is', null)
    .where('deletionDueAt', 'is', null)
    .where('erasedAt', 'is', null)
    .execute()
  const changed = await db
    .selectFrom('auditEntry')
    .select('subject')
    .where('subject', '=', sql<string>`any(${members.map(({ memberId }) => `member:${memberId}`)}::text[])`)
    .where('action', 'in', MEMBER_CHANGES)
    .where('at', '>', sql<Date>`now() - make_interval(days => ${SETTLED_DAYS})`)
    .execute()
  const young = new Set(changed.map(({ subject }) => subject))
  return members.flatMap(({ memberId, adminRole, isSecondFactorOn, isOld }) => {
    const personId = personOfMember.get(memberId)
    const name = `member:${memberId}`
    if (!personId || !adminRole) return []
    return [{ name, personId, role: adminRole, isSecondFactorOn, isSettled: isOld && !young.has(name) }]
  })
}

/** What takes an approver away: from their account, or from them. */
const LOSSES = [
  'staff.disabled',
  'staff.role',
  'staff.reset',
  'staff.person',
  'member.role',
  'member.person',
  'member.deletion-requested',
]

type FormerApprover = {
  name: string
  /** The roles that the account had in that time, and has. */
  roles: (StaffRole | null)[]
  /** Whose account it was in that time, and is. */
  people: (string | null)[]
}

/**
 * List the accounts of staff that lost access, role, password or person within the last days, and were settled by then. By the
 * database's time. Two queries: members are on several servers.
 */
export async function listFormerApprovers(db: Db): Promise<FormerApprover[]> {
  const { rows } = await sql<FormerApprover & { at: Date; memberId: string | null; isYoung: boolean }>`
    select e.subject as name, e.at, m.member_id, array[e.before ->> 'role', s.role] as roles,
      array[e.before ->> 'personId', coalesce(s.person_id, m.person_id)::text] as people,
      coalesce(s.created_at > e.at - make_interval(days => ${SETTLED_DAYS}), false) as is_young
    from audit_entry e left join staff s on e.subject = 'staff:' || s.username
    left join person_member m on e.subject = 'member:' || m.member_id
    where e.action = any(${LOSSES}::text[]) and e.at > now() - make_interval(days => ${SETTLED_DAYS})
      and (s.staff_id is not null or m.member_id is not null)
  `.execute(db)
  const memberIds = rows.flatMap(({ memberId }) => memberId ?? [])
  const members = memberIds.length === 0 ? [] : await listRoles(db, memberIds)
  return rows.flatMap(({ isYoung, memberId, at, name, roles, people }) => {
    const member = members.find((each) => each.memberId === memberId)
    const isNew = member && member.createdAt.getTime() > at.getTime() - SETTLED_DAYS * 86_400_000
    return isYoung || isNew ? [] : [{ name, roles: [...roles, member?.adminRole ?? null], people }]
  })
}

const listRoles = (db: Db, memberIds: string[]) =>
  db
    .selectFrom('member')
    .select(['memberId', 'adminRole', 'createdAt'])
    .where('memberId', 'in', memberIds)
    .execute()

export type Actor = {
  ownerStaffId: string | null
  ownerMemberId: string | null
  /** Of a key: its own list. */
  permissions: Permission[] | null
}

/** Find the account behind an actor's name. Undefined for the system, and for a key that has ended. */
export async function findActor(db: Db, name: string): Promise<Actor | undefined> {
  const [kind, rest] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
  if (kind === 'member') return { ownerStaffId: null, ownerMemberId: rest, permissions: null }
  if (kind === 'key') {
    return db
      .selectFrom('apiKey')
      .select(['ownerStaffId', 'ownerMemberId', 'permissions'])
      .where(sql`lower(name)`, '=', rest.toLowerCase())
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .executeTakeFirst()
  }
  const staff = await db
    .selectFrom('staff')
    .select('staffId as ownerStaffId')
    .where('username', '=', kind === 'staff' ? rest : '')
    .executeTakeFirst()
  return staff && { ...staff, ownerMemberId: null, permissions: null }
}

/** Serialise what a person does against their limits, until the transaction ends. */
export async function lockSpending(db: Db, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`spending:${personId}`}, 0))`.execute(db)
}

/**
 * Sum up what a person did today, in KES, from all their accounts and keys, without what a second person approved. Read from
 * the audit log: each of these acts writes what it is worth.
 */
export async function sumActsToday(
  db: Db,
  { personId, actions }: { personId: string; actions: readonly string[] },
): Promise<number> {
  const { kes } = await db
    .selectFrom('auditEntry')
    .select(sql<number>`coalesce(sum((after ->> 'amountKes')::bigint), 0)::bigint`.as('kes'))
    .where('personId', '=', personId)
    .where('at', '>=', sql<Date>`business_day_start(business_day(now()))`)
    .where('action', 'in', actions)
    .where(sql<boolean>`after -> 'approvalId' is null`)
    .executeTakeFirstOrThrow()
  return kes
}
