import type { AddClientUserInput, clientDetail } from '@chuma/contract/clients/clients'
import type { Answer } from '@chuma/contract/fields'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { deleteSecondFactor } from '@chuma/db/queries/admin/staff-sessions'
import { deleteClientSessions, revokeClientLinksOf } from '@chuma/db/queries/clients/client-sessions'
import {
  blotOutClientUser,
  deleteClientMail,
  findClient,
  insertClientUser,
  lockClientUser,
} from '@chuma/db/queries/clients/clients'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { clientOwner } from '../factor.ts'
import { getClient } from './client-links.ts'

type Detail = Answer<typeof clientDetail>

/**
 * For content, finance and owners: add someone of an organisation. They come in by a link, and may set a password then.
 * @throws AppError NOT_FOUND, INVALID_INPUT for an address that someone has
 */
export function addClientUser(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { clientId: organisationId, name, email }: AddClientUserInput,
): Promise<Detail> {
  return db.transaction().execute(async (trx) => {
    if (!(await findClient(trx, organisationId))) throw new AppError('NOT_FOUND')
    const userId = await insertClientUser(trx, { organisationId, name, email, createdBy: staff.name })
    if (!userId) throw invalidField('email', 'CLIENT_EMAIL_TAKEN')
    await recordAct(trx, staff, {
      action: 'client.user-added',
      subject: `client:${organisationId}`,
      after: { userId },
    })
    return getClient(trx, organisationId)
  })
}

/**
 * For content, finance and owners: remove someone of an organisation, and erase their name, address, password and devices. Their
 * sessions and links end at once. What they wrote and accepted stays, under no name.
 * @throws AppError NOT_FOUND
 */
export function removeClientUser(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id: userId }: { id: string },
): Promise<Detail> {
  return db.transaction().execute(async (trx) => {
    const user = orRefuse(await lockClientUser(trx, userId), 'NOT_FOUND')
    await eraseClientUser(trx, user)
    await recordAct(trx, staff, {
      action: 'client.user-removed',
      subject: `client:${user.organisationId}`,
      after: { userId },
    })
    return getClient(trx, user.organisationId)
  })
}

/**
 * Erase what is personal of someone of a client, whom the caller has locked. What they wrote, accepted and disputed stays under no name: it
 * binds their organisation.
 */
export async function eraseClientUser(trx: Trx, { userId, email }: { userId: string; email: string }) {
  await revokeClientLinksOf(trx, userId)
  await deleteClientSessions(trx, userId)
  await deleteSecondFactor(trx, clientOwner(userId))
  await deleteClientMail(trx, email)
  await blotOutClientUser(trx, userId)
}
