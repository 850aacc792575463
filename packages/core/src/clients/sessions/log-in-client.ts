import type { ClientLoginInput, OpenedClientSession } from '@chuma/contract/clients/client-session'
import { findClientUserByEmail, lockClientUser } from '@chuma/db/queries/clients/clients'
import { AppError } from '../../app-error.ts'
import { countLogIn } from '../../auth/devices/count-log-in.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { openClientSession } from './open-client-session.ts'

/**
 * Sign someone of an organisation in. An unknown address, one without a password and a wrong password answer alike and take alike long.
 * @throws AppError THROTTLED, PROOF_OF_WORK_REQUIRED, INVALID_CREDENTIALS
 */
export async function logInClient(
  deps: Deps,
  caller: Caller,
  { email, password }: ClientLoginInput,
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
    return openClientSession(trx, caller, { userId: found.userId, linkId: null })
  })
  await forget()
  return opened
}
