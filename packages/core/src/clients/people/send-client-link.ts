import { findClient, lockClientUser } from '@chuma/db/queries/clients/clients'
import type { Jobs } from '@chuma/db/queries/jobs'
import type { Deps } from '../../deps.ts'
import { insertLink } from './insert-link.ts'

/**
 * Job: make a link and mail it to someone of a client. The token is in the mail alone; a retry makes another, and what was not mailed is
 * known to nobody. Skipped for someone who was removed.
 */
export async function sendClientLink(
  deps: Pick<Deps, 'db' | 'mail'>,
  { createdBy, ...wish }: Jobs['send-client-link'],
): Promise<void> {
  const made = await deps.db.transaction().execute(async (trx) => {
    const user = await lockClientUser(trx, wish.userId)
    if (!user) return undefined
    const { organisationId, email, name } = user
    const { path } = await insertLink(trx, { name: createdBy, address: null }, { ...wish, organisationId })
    return { path, email, name, client: await findClient(trx, organisationId) }
  })
  if (!made) return
  const { path, email, name, client } = made
  const { mostUses, days } = wish
  await deps.mail.sendClientLink({
    to: email,
    firstName: name,
    organisation: client?.name ?? '',
    path,
    mostUses,
    days,
  })
}
