import { randomBytes } from 'node:crypto'
import type { StaffMember } from '@chuma/contract/admin/admin'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { CreateStaffInput, issuedPassword, SetStaffRoleInput } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/fields'
import type { Trx } from '@chuma/db/client'
import {
  getStaffAccount,
  insertStaff,
  resetStaffPassword,
  setStaffDisabled,
  updateStaffRole,
} from '@chuma/db/queries/admin/staff'
import { deleteSecondFactor, revokeStaffSessions } from '@chuma/db/queries/admin/staff-sessions'
import { deletePasskeys } from '@chuma/db/queries/auth/passkeys'
import { isSamePerson } from '@chuma/db/queries/auth/people'
import { AppError, invalidField } from '../../app-error.ts'
import { type CompanyDeps, passCompanyChange, recordCompanyChange } from '../../approvals/company-changes.ts'
import { orAskAnother } from '../../approvals/or-ask-another.ts'
import type { ApprovedBy } from '../../approvals/transitions.ts'
import { staffOwner } from '../../auth/step-up/proof.ts'
import { forgetAttempts, toSource } from '../../auth/throttle.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { revokeKeysOf } from '../keys.ts'
import { findOrAddPerson } from '../people/people.ts'
import { endSetUp, lockStaffForOwner, requireAnotherOwner } from './staff-sessions.ts'

const USERNAME = /^[a-z0-9][a-z0-9._-]{1,59}$/

type NewStaff = {
  username: string
  passwordHash: string
  role: StaffRole
  passwordDays: number | null
  personId?: string | null | undefined
  email?: string | undefined
  approved?: ApprovedBy
}

/** The actor for commands run on the server itself. */
export const SYSTEM: StaffActor = { name: 'system', address: null }

/**
 * Create an account with a chosen password, for the demo.
 * @throws AppError INVALID_INPUT if the name is taken or could be confused with another
 */
export async function createStaff(
  deps: Pick<Deps, 'db' | 'passwords'>,
  input: {
    username: string
    password: string
    role: StaffRole
    personId?: string | undefined
    email?: string
  },
): Promise<StaffMember> {
  const username = readUsername(input.username)
  const passwordHash = await hashPassword(deps, SYSTEM, input.password)
  const account = { ...input, username, passwordHash, passwordDays: null }
  const { id, role } = await deps.db.transaction().execute((trx) => addStaff(trx, SYSTEM, account))
  return { id, username, role }
}

/**
 * Create an account with a generated password, which is shown once and has to be replaced within a week. Where company changes
 * need two people it waits for the second; the password is shown to who asked.
 * @throws AppError APPROVAL_PENDING, INVALID_INPUT like `createStaff`
 */
export async function issueStaff(
  deps: CompanyDeps & Pick<Deps, 'passwords'>,
  actor: StaffActor,
  input: CreateStaffInput,
): Promise<Answer<typeof issuedPassword>> {
  const password = createPassword()
  const passwordHash = await hashPassword(deps, actor, password)
  const added = await createIssued(deps, actor, { ...input, passwordHash, password })
  const { id, username, role, passwordExpiresAt } = added
  if (!passwordExpiresAt) throw new Error('a first password expires')
  return { admin: { id, username, role }, password, passwordExpiresAt, wasDisabled: false }
}

type Issued = CreateStaffInput & { passwordHash: string; password?: string }

/** The same, with the hash of the password that was shown before. */
export function createIssued(
  deps: CompanyDeps,
  actor: StaffActor,
  { passwordHash, password, ...input }: Issued,
): Promise<Added> {
  const payload = { ...input, username: readUsername(input.username), personId: input.personId ?? null }
  return orAskAnother(deps, actor, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const approved = await passCompanyChange(
        { deps, trx, staff: actor },
        {
          kind: 'create-staff',
          subject: `staff:${payload.username}`,
          payload,
          stored: { ...payload, passwordHash },
          ...(password !== undefined && { shown: password }),
          before: null,
          after: { role: payload.role, personId: payload.personId },
        },
      )
      return addStaff(trx, actor, { ...payload, passwordHash, passwordDays: FIRST_PASSWORD_DAYS, approved })
    }),
  )
}

const hashPassword = ({ passwords }: Pick<Deps, 'passwords'>, { address }: StaffActor, password: string) =>
  passwords.hash(password, { room: 'staff', source: toSource(address) })

type Added = NonNullable<Awaited<ReturnType<typeof insertStaff>>>

async function addStaff(
  trx: Trx,
  actor: StaffActor,
  { username, passwordHash, role, passwordDays, email, approved, ...input }: NewStaff,
): Promise<Added> {
  await endSetUp(trx)
  const personId = await findOrAddPerson(trx, input.personId ?? null)
  const created = await insertStaff(trx, { username, passwordHash, role, passwordDays, personId, email })
  if (!created) throw invalidField('username', 'NAME_TAKEN')
  await recordCompanyChange(trx, {
    actor: actor.name,
    action: 'create-staff',
    subject: `staff:${username}`,
    after: { role, personId, ...approved },
    address: actor.address,
  })
  return created
}

/** @throws AppError INVALID_INPUT for a name that could be confused with another */
export function readUsername(typed: string): string {
  const username = typed.toLowerCase()
  if (!USERNAME.test(username)) throw invalidField('username', 'NOT_A_USERNAME')
  return username
}

/** How long a generated password works: it has been seen by more people than its owner. */
const FIRST_PASSWORD_DAYS = 7

/** Generate a first password of 128 random bits in letters that can be read aloud. */
function createPassword(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * Reset an account whose owner lost the password or second factor: a generated password, no second factor, no sessions,
 * and enabled. Never one's own, because that would let a stolen session take over the account.
 * Where company changes need two people it waits for the second; the password is shown to who asked.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, APPROVAL_PENDING
 */
export async function resetStaff(
  deps: CompanyDeps & Pick<Deps, 'passwords'>,
  actor: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof issuedPassword>> {
  const password = createPassword()
  const passwordHash = await deps.passwords.hash(password, { room: 'staff', source: toSource(actor.address) })
  const { staff, passwordExpiresAt } = await resetIssued(deps, actor, { id, passwordHash, password })
  if (!passwordExpiresAt) throw new Error('a first password expires')
  const admin = { id, username: staff.username, role: staff.role }
  return { admin, password, passwordExpiresAt, wasDisabled: staff.disabledAt !== null }
}

type ResetIssued = { id: string; passwordHash: string; password?: string }

/** The same, with the hash of the password that was shown before. */
export async function resetIssued(
  deps: CompanyDeps,
  actor: StaffActor,
  { id, passwordHash, password }: ResetIssued,
) {
  const done = await orAskAnother(deps, actor, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const { staff } = await lockStaffForOwner(trx, id)
      const name = `staff:${staff.username}`
      if (await isSamePerson(trx, name, actor.name)) throw new AppError('OWN_ACCOUNT')
      const before = { isDisabled: staff.disabledAt !== null }
      const approved = await passCompanyChange(
        { deps, trx, staff: actor },
        {
          kind: 'reset-staff',
          subject: name,
          payload: { id },
          stored: { id, passwordHash },
          ...(password !== undefined && { shown: password }),
          before,
          after: null,
        },
      )
      const reset = await resetStaffPassword(trx, {
        staffId: id,
        passwordHash,
        passwordDays: FIRST_PASSWORD_DAYS,
      })
      await deletePasskeys(trx, staffOwner(id))
      await deleteSecondFactor(trx, staffOwner(id))
      await revokeStaffSessions(trx, id)
      await revokeKeysOf(trx, actor, { staffId: id })
      await recordCompanyChange(trx, {
        actor: actor.name,
        action: 'staff.reset',
        subject: name,
        before,
        ...(approved.approvalId && { after: approved }),
        address: actor.address,
      })
      return { ...reset, staff }
    }),
  )
  // Earlier guesses must not delay a log-in with the new password.
  await forgetAttempts(deps, 'log-in-staff-account', done.staff.username)
  return done
}

/**
 * Enable an account with its previous password and second factor.
 * @throws AppError NOT_FOUND, ACCOUNT_STATE if it is not disabled, APPROVAL_PENDING where company changes need two people
 */
export function enableStaff(deps: CompanyDeps, staff: StaffActor, input: { id: string }) {
  const { id } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const locked = await lockStaffForOwner(trx, id)
      const { username, disabledAt, role } = locked.staff
      if (!disabledAt) throw new AppError('ACCOUNT_STATE')
      const subject = `staff:${username}`
      const change = { subject, before: { isDisabled: true, role }, after: { isDisabled: false, role } }
      const approved = await passCompanyChange(
        { deps, trx, staff },
        { kind: 'enable-staff', payload: input, ...change },
      )
      await setStaffDisabled(trx, id, false)
      await recordCompanyChange(trx, {
        actor: staff.name,
        action: 'staff.enabled',
        subject,
        ...(approved.approvalId && { after: approved }),
        address: staff.address,
      })
      return getStaffAccount(trx, id)
    }),
  )
}

/**
 * Change an account's role, from its next call on.
 * @throws AppError NOT_FOUND, LAST_OWNER, APPROVAL_PENDING where company changes need two people
 */
export function setStaffRole(deps: CompanyDeps, staff: StaffActor, input: SetStaffRoleInput) {
  const { id, role } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const locked = await lockStaffForOwner(trx, id)
      if (role !== 'owner') requireAnotherOwner(locked)
      const subject = `staff:${locked.staff.username}`
      const change = { subject, before: { role: locked.staff.role }, after: { role } }
      const approved = await passCompanyChange(
        { deps, trx, staff },
        { kind: 'set-staff-role', payload: input, ...change },
      )
      await updateStaffRole(trx, id, role)
      await recordCompanyChange(trx, {
        actor: staff.name,
        action: 'staff.role',
        ...change,
        after: { role, ...approved },
        address: staff.address,
      })
      return getStaffAccount(trx, id)
    }),
  )
}

/**
 * Disable an account and end all its sessions immediately. Enabling it does not restore them.
 * @throws AppError NOT_FOUND, LAST_OWNER, ACCOUNT_STATE if it is disabled already
 */
export function disableStaff({ db }: Deps, actor: StaffActor, { id }: { id: string }) {
  return db.transaction().execute(async (trx) => {
    const locked = await lockStaffForOwner(trx, id)
    if (locked.staff.disabledAt) throw new AppError('ACCOUNT_STATE')
    requireAnotherOwner(locked)
    await setStaffDisabled(trx, id, true)
    await revokeStaffSessions(trx, id)
    await revokeKeysOf(trx, actor, { staffId: id })
    await recordCompanyChange(trx, {
      actor: actor.name,
      action: 'staff.disabled',
      subject: `staff:${locked.staff.username}`,
      before: { role: locked.staff.role },
      address: actor.address,
    })
    return getStaffAccount(trx, id)
  })
}
