import type { DeleteClientAccountInput } from '@chuma/contract/clients/client-session'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { hasSecondFactor } from '@chuma/db/queries/admin/staff-sessions'
import {
  getClientAccountOf,
  listAcceptedData,
  listAcceptedQuotes,
  listAllClientComments,
  listAllClientLinks,
  listAllClientSessions,
  listAllDisputesBy,
  listClientEvents,
  listClientMails,
} from '@chuma/db/queries/clients/client-own-data'
import { isClientSessionOpen } from '@chuma/db/queries/clients/client-sessions'
import { findClientUser, lockClientUser } from '@chuma/db/queries/clients/clients'
import { AppError, invalidField } from '../app-error.ts'
import { spendSecondFactor } from '../auth/factor.ts'
import { withPassword } from '../auth/passwords/new-password.ts'
import { reserveAttempt } from '../auth/throttle.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notice } from '../notice.ts'
import { clientOwner } from './factor.ts'
import { eraseClientUser } from './people/client-users.ts'
import { type ClientActor, requireWholeClient } from './sessions/client-sessions.ts'

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

/**
 * Export everything that we keep about someone of a client, as of one moment. Leaves out credentials and names of our team. Not by a link
 * to one survey, which may have been passed on.
 * @throws AppError FORBIDDEN, THROTTLED
 */
export async function exportClientData(deps: Pick<Deps, 'db'>, client: ClientActor) {
  requireWholeClient(client)
  const { userId } = client
  await reserveAttempt(deps, 'export-account', `client:${userId}`)
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { exportedAt, exportedOn, ...account } = await getClientAccountOf(trx, userId)
      const events = await listClientEvents(trx, userId)
      return {
        exportedAt,
        exportedOn,
        account,
        sessions: await listAllClientSessions(trx, userId),
        links: await listAllClientLinks(trx, userId),
        comments: await listAllClientComments(trx, userId),
        acceptedQuotes: await listAcceptedQuotes(trx, userId),
        acceptedData: await listAcceptedData(trx, userId),
        disputes: await listAllDisputesBy(trx, userId),
        mails: await listClientMails(trx, account.email),
        events: events.map(({ isOwn, ...event }) => ({
          ...event,
          by: isOwn ? ('you' as const) : ('our team' as const),
        })),
      }
    })
}
