import type { DeleteClientAccountInput } from '@chuma/contract/clients/client-own-data'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { hasSecondFactor } from '@chuma/db/queries/admin/second-factors'
import { isClientSessionOpen } from '@chuma/db/queries/clients/client-sessions'
import { findClientUser, lockClientUser } from '@chuma/db/queries/clients/clients'
import { AppError, invalidField } from '../../app-error.ts'
import { spendSecondFactor } from '../../auth/factor/spend-second-factor.ts'
import { withPassword } from '../../auth/passwords/with-own-password.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'
import { clientOwner } from '../factor/client-owner.ts'
import { eraseClientUser } from '../people/erase-client-user.ts'
import { type ClientActor, requireWholeClient } from '../sessions/require-client.ts'

/**
 * Delete one's own account, at once: there is no money in it that could be lost. Takes the password and a code, where there are any.
 * @throws AppError FORBIDDEN by a link to one survey, WRONG_PASSWORD, THROTTLED, INVALID_INPUT for another email or a wrong code, NOT_SIGNED_IN for a
 * session that ended meanwhile
 */
export async function deleteClientAccount(
  deps: Deps,
  client: ClientActor,
  { email, password, code }: DeleteClientAccountInput,
): Promise<{ message: Notice }> {
  requireWholeClient(client)
  const { userId, address } = client
  if (email !== client.email) throw invalidField('email', 'NOT_OWN_EMAIL')
  const work = (checkedHash: string | null) =>
    deps.db.transaction().execute((trx) => erase(deps, trx, { client, checkedHash, code }))
  const found = await findClientUser(deps.db, userId)
  if (found?.passwordHash) {
    const readHash = async (): Promise<string> => found.passwordHash ?? ''
    const checked = {
      room: 'clients',
      accountId: userId,
      readHash,
      address,
      password: password ?? '',
    } as const
    await withPassword(deps, checked, work)
  } else await work(null)
  return { message: notice('CLIENT_ERASED') }
}

type Erasing = { client: ClientActor; checkedHash: string | null; code: string | undefined }

async function erase(deps: Deps, trx: Trx, { client, checkedHash, code }: Erasing): Promise<void> {
  const { userId, tokenHash, audited, address } = client
  const user = await lockClientUser(trx, userId)
  const isOpen = user && (await isClientSessionOpen(trx, { userId, tokenHash }))
  if (!isOpen) throw new AppError('NOT_SIGNED_IN', { why: 'ended' })
  if (user.passwordHash !== checkedHash) throw new AppError('WRONG_PASSWORD')
  const owner = clientOwner(userId)
  if (await hasSecondFactor(trx, owner)) {
    const spent = code !== undefined && (await spendSecondFactor(deps, trx, { owner, code }))
    if (!spent) throw invalidField('code', 'FACTOR_CODE_WRONG')
  }
  await eraseClientUser(trx, user)
  await insertAuditEntry(trx, {
    actor: audited,
    action: 'client.user-left',
    subject: `client:${user.organisationId}`,
    after: { userId },
    address,
  })
}
