import type { StaffMember } from '@chuma/contract/admin/admin'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { CreateStaffInput, issuedPassword } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertStaff } from '@chuma/db/queries/admin/staff'
import { invalidField } from '../../app-error.ts'
import { toSource } from '../../auth/throttle/name-bucket.ts'
import type { Deps } from '../../deps.ts'
import type { ApprovedBy } from '../approvals/approval.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { type CompanyDeps, passCompanyChange } from '../approvals/pass-company-change.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { findOrAddPerson } from '../people/find-or-add-person.ts'
import { endSetUp } from '../set-up/end-set-up.ts'
import { createPassword, FIRST_PASSWORD_DAYS } from './create-password.ts'
import type { StaffActor } from './require-staff.ts'

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
