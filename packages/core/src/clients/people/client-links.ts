import type { CreateClientLinkInput, clientDetail, createdClientLink } from '@chuma/contract/clients/clients'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findClientLink, revokeClientLink as markRevoked } from '@chuma/db/queries/clients/client-links'
import { revokeClientSessions } from '@chuma/db/queries/clients/client-sessions'
import { findClientSurvey } from '@chuma/db/queries/clients/client-surveys'
import { findClientUser, lockClientUser } from '@chuma/db/queries/clients/clients'
import { insertJob } from '@chuma/db/queries/jobs'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Deps } from '../../deps.ts'
import { getClient } from './create-client.ts'
import { insertLink } from './insert-link.ts'

/**
 * For content, finance and owners: make a link that signs someone of an organisation in. Only its hash is stored: the address is answered
 * once. It opens by a press on its page, so a mail scanner that fetches it uses nothing up.
 * @throws AppError NOT_FOUND for an unknown user, or a survey that is not their organisation's
 */
export async function createClientLink(
  { db, installation }: Pick<Deps, 'db' | 'installation'>,
  staff: StaffActor,
  input: CreateClientLinkInput,
): Promise<Answer<typeof createdClientLink>> {
  return db.transaction().execute(async (trx) => {
    const { link, path } = await insertLink(trx, staff, await readWish(trx, input))
    return { link, url: `${installation.publicUrl}${path}` }
  })
}

/**
 * For content, finance and owners: mail such a link to its person. Nobody of the staff sees it: the job that mails it makes it. Limited by
 * person and by organisation.
 * @throws AppError THROTTLED; NOT_FOUND for an unknown user, or a survey that is not their organisation's
 */
export async function mailClientLink(
  deps: Pick<Deps, 'db'>,
  staff: StaffActor,
  input: CreateClientLinkInput,
): Promise<Answer<typeof clientDetail>> {
  const user = await findClientUser(deps.db, input.userId)
  if (!user) throw new AppError('NOT_FOUND')
  await reserveAttempt(deps, 'client-link-mail-person', input.userId)
  await reserveAttempt(deps, 'client-link-mail-client', user.organisationId)
  return deps.db.transaction().execute(async (trx) => {
    const { organisationId, ...wish } = await readWish(trx, input)
    await insertJob(trx, 'send-client-link', { ...wish, createdBy: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'client.link-mailed',
      subject: `client:${organisationId}`,
      after: wish,
      address: staff.address,
    })
    return getClient(trx, organisationId)
  })
}

async function readWish(trx: Trx, { userId, surveyId: only, days, mostUses }: CreateClientLinkInput) {
  const user = await lockClientUser(trx, userId)
  if (!user) throw new AppError('NOT_FOUND')
  const { organisationId } = user
  const surveyId = only ?? null
  if (surveyId !== null) {
    const survey = await findClientSurvey(trx, surveyId)
    if (survey?.organisationId !== organisationId) throw new AppError('NOT_FOUND')
  }
  return { organisationId, userId, surveyId, days, mostUses }
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
