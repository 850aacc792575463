import type { ClientLoginInput, OpenedClientSession } from '@chuma/contract/clients/client-session'
import { findClientUserByEmail, lockClientUser } from '@chuma/db/queries/clients/clients'
import { AppError } from '../../app-error.ts'
import { countLogIn } from '../../auth/devices/count-log-in.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { openClientSession } from './open-client-session.ts'

/**
 * Sign someone of an organisation in. An unknown address, one without a password and a wrong password answer alike and take alike long.
 * A wrong code counts like a wrong password.
 * @throws AppError THROTTLED, PROOF_OF_WORK_REQUIRED, INVALID_CREDENTIALS; SECOND_FACTOR_REQUIRED and SECOND_FACTOR_INVALID only after the
 * right password
 */
export async function logInClient(
  deps: Deps,
  caller: Caller,
  { email, password, code }: ClientLoginInput,
): Promise<OpenedClientSession> {
  const { turn, forget } = await countLogIn(deps, caller, {
    side: 'clients',
    account: email,
    deviceToken: undefined,
  })
  const found = await findClientUserByEmail(deps.db, email)
  const matches = await deps.passwords.matches(found?.passwordHash ?? undefined, password, turn)
  if (!found || !matches) throw new AppError('INVALID_CREDENTIALS')
  const opened = await deps.db.transaction().execute(async (trx) => {
    // They may have been removed, or the password changed, while it was being checked.
    const user = await lockClientUser(trx, found.userId)
    if (user?.passwordHash !== found.passwordHash) throw new AppError('INVALID_CREDENTIALS')
    return openClientSession({ ...deps, db: trx }, caller, { userId: found.userId, linkId: null, code })
  })
  await forget()
  return opened
}
