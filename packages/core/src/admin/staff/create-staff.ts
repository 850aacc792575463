import type { StaffMember } from '@chuma/contract/admin/admin'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { CreateStaffInput, issuedPassword } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { insertStaff } from '@chuma/db/queries/admin/staff'
import { invalidField } from '../../app-error.ts'
import { toSource } from '../../auth/throttle/name-bucket.ts'
import type { Deps } from '../../deps.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { findOrAddPerson } from '../people/find-or-add-person.ts'
import { endSetUp } from '../set-up/end-set-up.ts'
import { createPassword, FIRST_PASSWORD_DAYS } from './create-password.ts'
import type { StaffActor } from './require-staff.ts'

const USERNAME = /^[a-z0-9][a-z0-9._-]{1,59}$/

type NewStaff = {
  username: string
  password: string
  role: StaffRole
  passwordDays: number | null
  personId?: string | null | undefined
}

/** The actor for commands run on the server itself. */
export const SYSTEM: StaffActor = { name: 'system', address: null }

/**
 * Create an account with a chosen password, for the demo.
 * @throws AppError INVALID_INPUT if the name is taken or could be confused with another
 */
export async function createStaff(
  deps: Pick<Deps, 'db' | 'passwords'>,
  input: { username: string; password: string; role: StaffRole; personId?: string | undefined },
): Promise<StaffMember> {
  const { id, username, role } = await addStaff(deps, SYSTEM, { ...input, passwordDays: null })
  return { id, username, role }
}

/**
 * Create an account with a generated password, which is shown once and has to be replaced within a week.
 * @throws AppError INVALID_INPUT like `createStaff`
 */
export async function issueStaff(
  deps: Pick<Deps, 'db' | 'passwords'>,
  actor: StaffActor,
  input: CreateStaffInput,
): Promise<Answer<typeof issuedPassword>> {
  const password = createPassword()
  const added = await addStaff(deps, actor, { ...input, password, passwordDays: FIRST_PASSWORD_DAYS })
  const { id, username, role, passwordExpiresAt } = added
  if (!passwordExpiresAt) throw new Error('a first password expires')
  return { admin: { id, username, role }, password, passwordExpiresAt, wasDisabled: false }
}

async function addStaff(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  actor: StaffActor,
  input: NewStaff,
) {
  const { role, passwordDays } = input
  const username = readUsername(input.username)
  const passwordHash = await passwords.hash(input.password, {
    room: 'staff',
    source: toSource(actor.address),
  })
  return db.transaction().execute(async (trx) => {
    await endSetUp(trx)
    const personId = await findOrAddPerson(trx, input.personId ?? null)
    const created = await insertStaff(trx, { username, passwordHash, role, passwordDays, personId })
    if (!created) throw invalidField('username', 'NAME_TAKEN')
    await recordCompanyChange(trx, {
      actor: actor.name,
      action: 'create-staff',
      subject: `staff:${username}`,
      after: { role, personId },
      address: actor.address,
    })
    return created
  })
}

/** @throws AppError INVALID_INPUT for a name that could be confused with another */
export function readUsername(typed: string): string {
  const username = typed.toLowerCase()
  if (!USERNAME.test(username)) throw invalidField('username', 'NOT_A_USERNAME')
  return username
}
