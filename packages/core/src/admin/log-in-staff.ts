import type { StaffLoginInput, StaffSession } from '@chuma/contract/admin'
import { insertAuditEntry } from '@chuma/db/queries/audit'
import { findStaffByUsername, insertStaffSession } from '@chuma/db/queries/staff'
import { AppError } from '../app-error.ts'
import { createToken } from '../auth/create-token.ts'
import { matchesPassword } from '../auth/passwords.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Names are compared without regard to case.
 * @throws AppError INVALID_STAFF_CREDENTIALS, the same for an unknown or disabled name and a wrong password.
 */
export async function logInStaff(deps: Deps, caller: Caller, input: StaffLoginInput): Promise<StaffSession> {
  const found = await findStaffByUsername(deps.db, input.username.toLowerCase())
  const matches = await matchesPassword(found?.passwordHash, input.password)
  if (!found || !matches) throw new AppError('INVALID_STAFF_CREDENTIALS')

  const { token, tokenHash } = createToken('a', found.id)
  const { address, userAgent } = caller
  const name = `staff:${found.username}`
  await deps.db.transaction().execute(async (trx) => {
    await insertStaffSession(trx, { staffId: found.id, tokenHash, address, userAgent })
    await insertAuditEntry(trx, { actor: name, action: 'log-in', subject: name, address })
  })
  return { token, admin: { id: found.id, username: found.username, role: found.role } }
}
