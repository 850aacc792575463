import type { Trx } from '@chuma/db/client'
import { deleteSecondFactor } from '@chuma/db/queries/admin/second-factors'
import { revokeClientLinksOf } from '@chuma/db/queries/clients/client-links'
import { deleteClientSessions } from '@chuma/db/queries/clients/client-sessions'
import { blotOutClientUser, deleteClientMail } from '@chuma/db/queries/clients/clients'
import { clientOwner } from '../factor/client-owner.ts'

/**
 * Erase what is personal of someone of a client, whom the caller has locked. What they wrote, accepted and disputed stays under no name: it
 * binds their organisation.
 */
export async function eraseClientUser(
  trx: Trx,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await revokeClientLinksOf(trx, userId)
  await deleteClientSessions(trx, userId)
  await deleteSecondFactor(trx, clientOwner(userId))
  await deleteClientMail(trx, email)
  await blotOutClientUser(trx, userId)
}
