import type { StaffSession } from '@chuma/contract/admin/admin'
import type { FirstOwnerInput } from '@chuma/contract/admin/set-up'
import { STAFF_PASSWORD_LENGTH } from '@chuma/contract/admin/staff-password-length'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertPerson } from '@chuma/db/queries/admin/people'
import { deleteSetUpLinks, keepFirstOwner, lockSetUp } from '@chuma/db/queries/admin/set-up'
import { insertStaff } from '@chuma/db/queries/admin/staff'
import { insertStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import { invalidField } from '../../app-error.ts'
import { createToken } from '../../auth/create-token.ts'
import { checkNewPassword } from '../../auth/passwords/check-new-password.ts'
import { toSource } from '../../auth/throttle/name-bucket.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { readUsername } from '../staff/create-staff.ts'
import { requireOpenLink } from './require-open-link.ts'

/**
 * Create the first owner with a set-up link, and sign them in. Of concurrent uses of one link, or of several links, one
 * succeeds: they wait for the same row. All links die with it.
 * @throws AppError SET_UP_CLOSED, SET_UP_LINK_INVALID, THROTTLED; INVALID_INPUT for a username or a password that is not good
 * enough for an account that has no second factor yet
 */
export async function createFirstOwner(
  deps: Deps,
  caller: Caller,
  input: FirstOwnerInput,
): Promise<StaffSession> {
  await reserveAttempt(deps, 'set-up-address', caller.address)
  // Before the password is hashed, which is costly.
  await requireOpenLink(deps.db, input.token)
  const username = readUsername(input.username)
  checkOwnerPassword(input.password)
  const passwordHash = await deps.passwords.hash(input.password, {
    room: 'staff',
    source: toSource(caller.address),
  })
  return deps.db.transaction().execute(async (trx) => {
    await lockSetUp(trx)
    await requireOpenLink(trx, input.token)
    const personId = await insertPerson(trx)
    const owner = await insertStaff(trx, {
      username,
      passwordHash,
      role: 'owner',
      email: input.email,
      passwordDays: null,
      personId,
    })
    if (!owner) throw invalidField('username', 'NAME_TAKEN')
    const { id, role } = owner
    await keepFirstOwner(trx, id)
    await deleteSetUpLinks(trx)
    const { token, tokenHash } = createToken('a', id)
    const { address, userAgent } = caller
    await insertStaffSession(trx, { staffId: id, tokenHash, address, userAgent, isSteppedUp: true })
    const name = `staff:${username}`
    await insertAuditEntry(trx, {
      actor: name,
      action: 'set-up.owner-created',
      subject: name,
      after: { role },
      address,
    })
    return { token, admin: { id, username, role } }
  })
}

function checkOwnerPassword(password: string): void {
  const { alone: min } = STAFF_PASSWORD_LENGTH
  if (password.length < min) throw invalidField('password', 'TOO_SHORT', { min })
  checkNewPassword(password)
}
