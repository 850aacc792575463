import type { StaffMember } from '@chuma/contract/admin'
import type { StaffRole } from '@chuma/contract/permissions'
import { insertAuditEntry } from '@chuma/db/queries/audit'
import { insertStaff } from '@chuma/db/queries/staff'
import { invalidField } from '../app-error.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Deps } from '../deps.ts'

const USERNAME = /^[a-z0-9][a-z0-9._-]{1,59}$/

type NewStaff = { username: string; password: string; role: StaffRole }

/**
 * For the operator at the server itself, who needs no account to make the first one.
 * @throws AppError INVALID_INPUT when the name is taken or could pass for another.
 */
export async function createStaff(deps: Pick<Deps, 'db'>, input: NewStaff): Promise<StaffMember> {
  const username = input.username.toLowerCase()
  if (!USERNAME.test(username)) {
    throw invalidField('username', 'Use 2 to 60 letters, digits, dots, dashes and underscores')
  }
  const passwordHash = await hashPassword(input.password)
  return deps.db.transaction().execute(async (trx) => {
    const created = await insertStaff(trx, { username, passwordHash, role: input.role })
    if (!created) throw invalidField('username', 'This name is taken')
    await insertAuditEntry(trx, {
      actor: 'system',
      action: 'create-staff',
      subject: `staff:${username}`,
      after: { role: input.role },
      address: null,
    })
    return created
  })
}
