import { randomUUID } from 'node:crypto'
import type { CreateClientLinkInput, clientDetail, createdClientLink } from '@chuma/contract/clients/clients'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  findClientLink,
  insertClientLink,
  revokeClientLink as markRevoked,
} from '@chuma/db/queries/clients/client-links'
import { revokeClientSessions } from '@chuma/db/queries/clients/client-sessions'
import { findClientSurvey } from '@chuma/db/queries/clients/client-surveys'
import { lockClientUser } from '@chuma/db/queries/clients/clients'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { createToken } from '../../auth/create-token.ts'
import type { Deps } from '../../deps.ts'
import { getClient } from './create-client.ts'

/**
 * For content, finance and owners: make a link that signs someone of an organisation in. Only its hash is stored: the address is answered
 * once. It opens by a press on its page, so a mail scanner that fetches it uses nothing up.
 * @throws AppError NOT_FOUND for an unknown user, or a survey that is not their organisation's
 */
export async function createClientLink(
  { db, installation }: Pick<Deps, 'db' | 'installation'>,
  staff: StaffActor,
  { userId, surveyId: only, days, mostUses }: CreateClientLinkInput,
): Promise<Answer<typeof createdClientLink>> {
  const linkId = randomUUID()
  const surveyId = only ?? null
  const { token, tokenHash } = createToken('o', linkId)
  return db.transaction().execute(async (trx) => {
    const user = await lockClientUser(trx, userId)
    if (!user) throw new AppError('NOT_FOUND')
    if (surveyId !== null) {
      const survey = await findClientSurvey(trx, surveyId)
      if (survey?.organisationId !== user.organisationId) throw new AppError('NOT_FOUND')
    }
    await insertClientLink(trx, {
      linkId,
      tokenHash,
      userId,
      surveyId,
      mostUses,
      days,
      createdBy: staff.name,
    })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'client.link-made',
      subject: `client:${user.organisationId}`,
      after: { linkId, userId, surveyId, mostUses, days },
      address: staff.address,
    })
    const link = await findClientLink(trx, linkId)
    if (!link) throw new Error('the link was just made')
    return { link, url: `${installation.publicUrl}/client/login#${token}` }
  })
}

/**
 * For content, finance and owners: revoke a link, and end the sessions that it opened.
 * @throws AppError NOT_FOUND; ALREADY_DECIDED if it was revoked
 */
export function revokeClientLink(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id: linkId }: { id: string },
): Promise<Answer<typeof clientDetail>> {
  return db.transaction().execute(async (trx) => {
    const link = await findClientLink(trx, linkId)
    if (!link) throw new AppError('NOT_FOUND')
    if (!(await markRevoked(trx, linkId))) throw new AppError('ALREADY_DECIDED')
    const ended = await revokeClientSessions(trx, link.userId, { linkId })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'client.link-revoked',
      subject: `client:${link.organisationId}`,
      after: { linkId, sessionsEnded: ended },
      address: staff.address,
    })
    return getClient(trx, link.organisationId)
  })
}
