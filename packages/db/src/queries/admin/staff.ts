import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { staffAccount } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type StaffAccountRow = Answer<typeof staffAccount>

type NewStaff = {
  username: string
  passwordHash: string
  role: StaffRole
  personId: string
  email?: string | null | undefined
  /** Null: valid until it is changed. */
  passwordDays: number | null
}

const LONGEST_LIST = 500

const staffMemberColumns = ['staff.staffId as id', 'staff.username', 'staff.role'] as const

export const isTotpOn = sql<boolean>`exists (
  select from staff_second_factor f where f.staff_id = staff.staff_id and f.confirmed_at is not null
)`

export const hasPasskey = sql<boolean>`exists (
  select from staff_passkey p where p.staff_id = staff.staff_id
)`

export const isSecondFactorOn = sql<boolean>`(${isTotpOn} or ${hasPasskey})`

const afterDays = (days: number | null) => sql<Date | null>`now() + make_interval(days => ${days})`

/** Undefined when the name is taken. */
export function insertStaff(trx: Trx, { passwordDays, email = null, ...staff }: NewStaff) {
  return trx
    .insertInto('staff')
    .values({ ...staff, email, passwordExpiresAt: afterDays(passwordDays) })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning([...staffMemberColumns, 'staff.passwordExpiresAt'])
    .executeTakeFirst()
}

/** `isOpen`: not disabled, and without an expired first password. */
export function findStaffByUsername(db: Db, username: string) {
  return db
    .selectFrom('staff')
    .select([
      ...staffMemberColumns,
      'passwordHash',
      sql<boolean>`disabled_at is null and coalesce(password_expires_at > now(), true)`.as('isOpen'),
    ])
    .where('username', '=', username)
    .executeTakeFirst()
}

/** Serialise what changes this account or signs in with it, until the transaction ends. */
export function lockStaff(trx: Trx, staffId: string) {
  return trx
    .selectFrom('staff')
    .select([...staffMemberColumns, 'staff.personId', 'staff.email', 'passwordHash', 'disabledAt'])
    .where('staffId', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * List the owners who can sign in, and lock them, always in the same order: of two who remove each other's role the second
 * finds only themselves.
 */
export function lockOwners(trx: Trx) {
  return trx
    .selectFrom('staff')
    .select('staffId')
    .where('role', '=', 'owner')
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`coalesce(password_expires_at > now(), true)`)
    .orderBy('staffId')
    .forUpdate()
    .execute()
}

export async function getStaffPasswordHash(db: Db, staffId: string): Promise<string> {
  const { passwordHash } = await db
    .selectFrom('staff')
    .select('passwordHash')
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return passwordHash
}

/** Set a password of the person's own choice. False when the hash is no longer the one that was checked. */
export async function replaceStaffPassword(
  trx: Trx,
  staffId: string,
  hashes: { checked: string; fresh: string },
): Promise<boolean> {
  const replaced = await trx
    .updateTable('staff')
    .set({ passwordHash: hashes.fresh, passwordExpiresAt: null })
    .where('staffId', '=', staffId)
    .where('passwordHash', '=', hashes.checked)
    .returning('staffId')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Set a new first password, which also reopens a disabled account. */
export function resetStaffPassword(
  trx: Trx,
  { staffId, passwordHash, passwordDays }: { staffId: string; passwordHash: string; passwordDays: number },
) {
  return trx
    .updateTable('staff')
    .set({ passwordHash, disabledAt: null, passwordExpiresAt: afterDays(passwordDays) })
    .where('staffId', '=', staffId)
    .returning('passwordExpiresAt')
    .executeTakeFirstOrThrow()
}

export function updateStaffRole(trx: Trx, staffId: string, role: StaffRole) {
  return trx.updateTable('staff').set({ role }).where('staffId', '=', staffId).execute()
}

export function setStaffEmail(trx: Trx, staffId: string, email: string | null) {
  return trx.updateTable('staff').set({ email }).where('staffId', '=', staffId).execute()
}

export function setStaffDisabled(trx: Trx, staffId: string, isDisabled: boolean) {
  return trx
    .updateTable('staff')
    .set({ disabledAt: isDisabled ? sql<Date>`now()` : null })
    .where('staffId', '=', staffId)
    .execute()
}

function selectStaff(db: Db) {
  return db
    .selectFrom('staff')
    .select([
      ...staffMemberColumns,
      'staff.personId',
      'staff.email',
      'staff.createdAt',
      'staff.disabledAt',
      'staff.passwordExpiresAt',
      isSecondFactorOn.as('isSecondFactorOn'),
    ])
    .select((eb) =>
      eb
        .selectFrom('staffSession')
        .select((inner) => inner.fn.max('staffSession.createdAt').as('at'))
        .whereRef('staffSession.staffId', '=', 'staff.staffId')
        .as('lastLogInAt'),
    )
}

export function listStaff(db: Db): Promise<StaffAccountRow[]> {
  return selectStaff(db).orderBy('staff.username').limit(LONGEST_LIST).execute()
}

export function getStaffAccount(db: Db, staffId: string): Promise<StaffAccountRow> {
  return selectStaff(db).where('staff.staffId', '=', staffId).executeTakeFirstOrThrow()
}

/** An account that was an owner until this change, as in the audit log. Null: none. */
type Former = { former: string | null }
type Wanted = Former & { roles: readonly StaffRole[] }

/**
 * List the addresses of the owners who could sign in: of staff accounts, and the verified ones of members. `former` is told too:
 * taking the role from someone must not keep the news from them.
 */
export function listOwnerMailboxes(trx: Trx, { former }: Former): Promise<string[]> {
  return listMailboxes(trx, { former, roles: ['owner'] })
}

/** The same of everyone who manages payouts. */
export function listPayoutMailboxes(trx: Trx): Promise<string[]> {
  return listMailboxes(trx, { former: null, roles: ['owner', 'finance'] })
}

async function listMailboxes(trx: Trx, { former, roles }: Wanted): Promise<string[]> {
  const staff = await trx
    .selectFrom('staff')
    .select('email')
    .where('email', 'is not', null)
    .where(
      sql<boolean>`(
        role = any(${sql.val(roles)}::text[]) and disabled_at is null and coalesce(password_expires_at > now(), true)
        or 'staff:' || username = ${former}
      )`,
    )
    .execute()
  const members = await listMembers(trx, { former, roles })
  return [...new Set([...staff, ...members].flatMap(({ email }) => email ?? []))].sort()
}

/** Two queries: members are on several servers, people on the first. */
async function listMembers(trx: Trx, { former, roles }: Wanted) {
  const links = await trx.selectFrom('personMember').select('memberId').execute()
  if (links.length === 0) return []
  return trx
    .selectFrom('member')
    .select('email')
    .where(
      'memberId',
      'in',
      links.map(({ memberId }) => memberId),
    )
    .where('emailVerifiedAt', 'is not', null)
    .where('erasedAt', 'is', null)
    .where(
      sql<boolean>`(
        admin_role = any(${sql.val(roles)}::text[]) and suspended_at is null and deletion_due_at is null
        or 'member:' || member_id = ${former}
      )`,
    )
    .execute()
}
