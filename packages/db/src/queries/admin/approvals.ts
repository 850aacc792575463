import {
  APPROVAL_DAYS,
  type ApprovalKind,
  LONE_HOURS,
  SETTLED_DAYS,
} from '@chuma/contract/admin/approval-kinds'
import type { approvalRequest, ListApprovalsInput } from '@chuma/contract/admin/approvals'
import type { Permission, StaffRole } from '@chuma/contract/admin/permissions'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { movedTo } from '../../state-columns.ts'
import { subjectsOf } from '../account/members.ts'
import { personOf } from '../auth/people.ts'
import { pageOf } from '../list-page.ts'
import { announce } from '../listen.ts'
import { isSecondFactorOn } from './staff.ts'
import { isMemberFactorOn } from './staff-sessions.ts'

type ApprovalRow = Answer<typeof approvalRequest>
export type ApprovalState = ApprovalRow['state']

type NewApproval = {
  kind: ApprovalKind
  subject: string
  payload: object
  payloadHash: Buffer
  before: object | null
  after: object | null
  amountKes: number | null
  requestedBy: string
  requesterId: string
  address: string | null
  reason: string | null
  /** Nobody else could approve it: it runs on its own after a delay. */
  isLone: boolean
}

const toJson = (value: object | null) => (value === null ? null : JSON.stringify(value))
const isExpired = sql<boolean>`(approval_request.expires_at <= now())`

/** Undefined while the same request waits already. */
export async function insertApproval(trx: Trx, { isLone, payload, before, after, ...request }: NewApproval) {
  await announce(trx, 'waiting_change')
  return trx
    .insertInto('approvalRequest')
    .values({
      ...request,
      payload: JSON.stringify(payload),
      before: toJson(before),
      after: toJson(after),
      expiresAt: sql<Date>`now() + make_interval(days => ${APPROVAL_DAYS})`,
      runsAt: isLone ? sql<Date>`now() + make_interval(hours => ${LONE_HOURS})` : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['approvalId', 'expiresAt', 'runsAt'])
    .executeTakeFirst()
}

/** `outcome`: any request for this outcome is the same. Otherwise only one with exactly this payload. */
type Same = { kind: string; subject: string; payloadHash: Buffer; outcome?: object | null }

/** Lock the request for this that waits, if there is one: the oldest. */
export function lockSameApproval(trx: Trx, { kind, subject, payloadHash, outcome }: Same) {
  return trx
    .selectFrom('approvalRequest')
    .select(['approvalId', 'expiresAt', 'runsAt', 'state', 'before', isExpired.as('isExpired')])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where((eb) =>
      eb.or([
        eb('payloadHash', '=', payloadHash),
        ...(outcome ? [sql<boolean>`after = ${JSON.stringify(outcome)}::jsonb`] : []),
      ]),
    )
    .where('state', '=', 'waiting')
    .orderBy('createdAt')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/** Find another person's waiting request for an outcome, the oldest: what a second person confirms by asking for it too. */
export function findOthersApproval(
  db: Db,
  { kind, subject, outcome, asker }: { kind: string; subject: string; outcome: object; asker: string },
) {
  return db
    .selectFrom('approvalRequest')
    .select(wholeColumns)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where(sql<boolean>`after = ${JSON.stringify(outcome)}::jsonb`)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`not ${isExpired}`)
    .where(sql<boolean>`requester_id is distinct from ${personOf(asker)}`)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
}

const wholeColumns = [
  'approvalId',
  'kind',
  'subject',
  'payload',
  'payloadHash',
  'before',
  'after',
  'requestedBy',
  'requesterId',
  'address',
  'state',
  isExpired.as('isExpired'),
  sql<boolean>`coalesce(approval_request.runs_at <= now(), false)`.as('isDue'),
] as const

/** Find a request with all that its use case needs. */
export function findApprovalPayload(db: Db, approvalId: string) {
  return db
    .selectFrom('approvalRequest')
    .select(wholeColumns)
    .where('approvalId', '=', approvalId)
    .executeTakeFirst()
}
export type StoredApproval = NonNullable<Awaited<ReturnType<typeof findApprovalPayload>>>

export function lockApproval(trx: Trx, approvalId: string) {
  return trx
    .selectFrom('approvalRequest')
    .select(wholeColumns)
    .where('approvalId', '=', approvalId)
    .forUpdate()
    .executeTakeFirst()
}

export type ApprovalEnd = { decidedBy: string; note: string | null }

/** Only `moveApproval` calls this. False when the request is not in `from`: nothing has changed then. */
export async function updateApprovalState(
  trx: Trx,
  approvalId: string,
  { from, to, decidedBy, note }: ApprovalEnd & { from: ApprovalState; to: ApprovalState },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('approvalRequest')
    .set({ state: movedTo(to), decidedBy, note, decidedAt: sql<Date>`statement_timestamp()` })
    .where('approvalId', '=', approvalId)
    .where('state', '=', from)
    .executeTakeFirst()
  await announce(trx, 'waiting_change')
  return numUpdatedRows === 1n
}

/** Let a request wait for a second person after all. */
export function clearRunsAt(trx: Trx, approvalId: string) {
  return trx
    .updateTable('approvalRequest')
    .set({ runsAt: null })
    .where('approvalId', '=', approvalId)
    .where('state', '=', 'waiting')
    .execute()
}

/** List waiting requests whose time has come: to run, or to expire. Oldest first. */
export async function listDueApprovals(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('approvalRequest')
    .select('approvalId')
    .where('state', '=', 'waiting')
    .where(sql<boolean>`least(runs_at, expires_at) <= now()`)
    .orderBy('createdAt')
    .limit(1000)
    .execute()
  return rows.map(({ approvalId }) => approvalId)
}

/** As of now, also before the job that expires requests has run. */
const presentState = sql<ApprovalState>`
  case when approval_request.state = 'waiting' and ${isExpired} then 'expired' else approval_request.state end
`

function selectApprovals(db: Db, reader: string) {
  return db
    .selectFrom('approvalRequest')
    .select([
      'approvalRequest.approvalId as id',
      sql<ApprovalKind>`approval_request.kind`.as('kind'),
      'approvalRequest.subject',
      sql<ApprovalRow['before']>`approval_request.before`.as('before'),
      sql<ApprovalRow['after']>`approval_request.after`.as('after'),
      'approvalRequest.amountKes',
      'approvalRequest.reason',
      presentState.as('state'),
      'approvalRequest.requestedBy',
      'approvalRequest.createdAt',
      'approvalRequest.expiresAt',
      'approvalRequest.runsAt',
      'approvalRequest.decidedBy',
      'approvalRequest.decidedAt',
      'approvalRequest.note',
      sql<boolean>`coalesce(approval_request.requester_id = ${personOf(reader)}, false)`.as('isOwn'),
    ])
}

type Listed = Omit<ApprovalRow, 'memberId' | 'memberName'>

/** A query of its own, for the page's rows alone: members are on several servers, approval requests on the first. */
async function addMembers(db: Db, rows: Listed[]): Promise<ApprovalRow[]> {
  if (rows.length === 0) return []
  const subjects = [...new Set(rows.map(({ subject }) => subject))]
  const found = await sql<{ subject: string; memberId: string; memberName: string }>`
    select named.subject, m.member_id, m.first_name || ' ' || m.last_name as member_name
    from unnest(${subjects}::text[]) as named(subject) join member m on m.member_id = audited_member(named.subject)
    where m.erased_at is null
  `.execute(db)
  const members = new Map(found.rows.map((row) => [row.subject, row]))
  return rows.map((row) => {
    const { memberId = null, memberName = null } = members.get(row.subject) ?? {}
    return { ...row, memberId, memberName }
  })
}

type Reader = { reader: string; kinds: readonly ApprovalKind[] }

/** List the requests of these kinds, and those of the reader's own person, newest first. */
export async function listApprovals(
  db: Db,
  { reader, kinds, state, kind, subject, after, limit }: Reader & ListApprovalsInput,
): Promise<ApprovalRow[]> {
  const rows = await selectApprovals(db, reader)
    .where(mayRead({ reader, kinds }))
    .$if(state !== undefined, (query) => query.where(presentState, '=', state ?? 'waiting'))
    .$if(kind !== undefined, (query) => query.where('approvalRequest.kind', '=', kind ?? ''))
    .$if(subject !== undefined, (query) => query.where('approvalRequest.subject', '=', subject ?? ''))
    .$call(pageOf({ table: 'approvalRequest', by: ['createdAt', 'approvalId'], after, limit }))
    .execute()
  return addMembers(db, rows)
}

export async function findApproval(
  db: Db,
  { approvalId, ...readers }: Reader & { approvalId: string },
): Promise<ApprovalRow | undefined> {
  const rows = await selectApprovals(db, readers.reader)
    .where('approvalRequest.approvalId', '=', approvalId)
    .where(mayRead(readers))
    .execute()
  return (await addMembers(db, rows))[0]
}

const mayRead = ({ reader, kinds }: Reader) => sql<boolean>`(
  approval_request.kind = any(${[...kinds]}::text[]) or approval_request.requester_id = ${personOf(reader)}
)`

type About = { subjects: readonly string[]; kinds: readonly ApprovalKind[] }

/** Select the requests of these kinds that wait about these subjects. */
export function selectWaitingAbout(trx: Trx, { subjects, kinds }: About) {
  return trx
    .selectFrom('approvalRequest')
    .select(['approvalId', 'kind', 'subject', 'requestedBy', 'state'])
    .select(sql<string | null>`after ->> 'status'`.as('outcome'))
    .where('kind', 'in', kinds)
    .where('subject', 'in', subjects)
    .where('state', '=', 'waiting')
}

/** Lock them, in a fixed order. */
export function lockWaitingAbout(trx: Trx, { skipsLocked, ...about }: About & { skipsLocked: boolean }) {
  return selectWaitingAbout(trx, about)
    .orderBy('approvalId')
    .forUpdate()
    .$if(skipsLocked, (query) => query.skipLocked())
    .execute()
}

/** List what waits about a member, before their account is erased. */
export async function listWaitingAbout(trx: Trx, memberId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('approvalRequest')
    .select('approvalId')
    .where('subject', '=', sql<string>`any(array(${subjectsOf(memberId)}))`)
    .where('state', '=', 'waiting')
    .execute()
  return rows.map(({ approvalId }) => approvalId)
}

/** Keep who asked for what kind of change and who decided; erase what it said about the member. */
export function blotOutApprovals(trx: Trx, memberId: string) {
  return trx
    .updateTable('approvalRequest')
    .set({ payload: '{}', before: null, after: null, reason: null, note: null })
    .where('subject', '=', sql<string>`any(array(${subjectsOf(memberId)}))`)
    .execute()
}

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
  /** Null: the system, or a member who is not on the staff. */
  personId: string | null
  /** Whose account it is. Both are null of the system, and of a key that has ended. */
  ownerStaffId: string | null
  ownerMemberId: string | null
  /** Of a key: its own list. */
  permissions: Permission[] | null
}

/** Read the person and the account behind an actor's name. */
export async function readActor(db: Db, name: string): Promise<Actor> {
  const [kind, rest] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
  const { rows } = await sql<Actor>`
    select ${personOf(name)} as person_id, coalesce(s.staff_id, k.owner_staff_id) as owner_staff_id,
      k.owner_member_id, k.permissions
    from (values (true)) as one
    left join staff s on s.username = ${kind === 'staff' ? rest : null}
    left join api_key k on lower(k.name) = ${kind === 'key' ? rest.toLowerCase() : null}
      and k.revoked_at is null and k.expires_at > now()
  `.execute(db)
  const [actor] = rows
  if (!actor) throw new Error('an outer join gives one row')
  return kind === 'member' ? { ...actor, ownerMemberId: rest } : actor
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
