import type { ClientMe, SetClientPasswordInput } from '@chuma/contract/clients/client-session'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { revokeClientSessions } from '@chuma/db/queries/clients/client-sessions'
import {
  findClientUser,
  lockClientUser,
  setClientPassword as storePassword,
} from '@chuma/db/queries/clients/clients'
import { AppError } from '../../app-error.ts'
import { checkNewPassword } from '../../auth/passwords/check-new-password.ts'
import { toSource } from '../../auth/throttle/name-bucket.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Deps } from '../../deps.ts'
import { describeMe } from './open-client-session.ts'
import { type ClientActor, requireWholeClient } from './require-client.ts'

/**
 * Set a client's own password, the first one after coming in by a link. Their other sessions end. A link to one survey sets none: it may
 * have been passed on.
 * @throws AppError FORBIDDEN, THROTTLED, WRONG_PASSWORD, INVALID_INPUT for a common password
 */
export async function setClientPassword(
  deps: Deps,
  client: ClientActor,
  { currentPassword, newPassword }: SetClientPasswordInput,
): Promise<ClientMe> {
  requireWholeClient(client)
  const { userId, audited, address } = client
  const turn = { room: 'clients', source: toSource(address) } as const
  const checked = await findClientUser(deps.db, userId)
  if (!checked) throw new AppError('NOT_SIGNED_IN', { why: 'ended' })
  checkNewPassword(newPassword, 'newPassword')
  if (checked.passwordHash !== null) {
    await reserveAttempt(deps, 'password-check-account', `client:${userId}`)
    const isRight = await deps.passwords.matches(checked.passwordHash, currentPassword ?? '', turn)
    if (!isRight) throw new AppError('WRONG_PASSWORD')
  }
  const passwordHash = await deps.passwords.hash(newPassword, turn)
  await deps.db.transaction().execute(async (trx) => {
    const user = await lockClientUser(trx, userId)
    if (user?.passwordHash !== checked.passwordHash) throw new AppError('WRONG_PASSWORD')
    await storePassword(trx, { userId, passwordHash })
    await revokeClientSessions(trx, userId, { exceptHash: client.tokenHash })
    await insertAuditEntry(trx, {
      actor: audited,
      action: 'client.password-set',
      subject: `client-user:${userId}`,
      address,
    })
  })
  return { ...describeMe(client), hasPassword: true }
}
