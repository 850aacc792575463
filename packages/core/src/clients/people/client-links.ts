import { randomUUID } from 'node:crypto'
import type { CreateClientLinkInput, clientDetail, createdClientLink } from '@chuma/contract/clients/clients'
import type { Answer } from '@chuma/contract/fields'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { listClientDisputes, listClientQuotes } from '@chuma/db/queries/clients/client-quotes'
import {
  findClientLink,
  insertClientLink,
  listClientLinks,
  revokeClientLink as markRevoked,
  revokeClientSessions,
} from '@chuma/db/queries/clients/client-sessions'
import { findClientSurvey, listClientSurveys } from '@chuma/db/queries/clients/client-surveys'
import {
  findClient,
  findClientUser,
  insertClient,
  listClientUsers,
  lockClientUser,
} from '@chuma/db/queries/clients/clients'
import { insertJob, type Jobs } from '@chuma/db/queries/jobs'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { createToken } from '../../auth/sessions.ts'
import { reserveAttempt } from '../../auth/throttle.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

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
  const user = orRefuse(await findClientUser(deps.db, input.userId), 'NOT_FOUND')
  await reserveAttempt(deps, 'client-link-mail-person', input.userId)
  await reserveAttempt(deps, 'client-link-mail-client', user.organisationId)
  return deps.db.transaction().execute(async (trx) => {
    const { organisationId, ...wish } = await readWish(trx, input)
    await insertJob(trx, 'send-client-link', { ...wish, createdBy: staff.name })
    await recordAct(trx, staff, {
      action: 'client.link-mailed',
      subject: `client:${organisationId}`,
      after: wish,
    })
    return getClient(trx, organisationId)
  })
}

async function readWish(trx: Trx, { userId, surveyId: only, days, mostUses }: CreateClientLinkInput) {
  const user = orRefuse(await lockClientUser(trx, userId), 'NOT_FOUND')
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
    const link = orRefuse(await findClientLink(trx, linkId), 'NOT_FOUND')
    if (!(await markRevoked(trx, linkId))) throw new AppError('ALREADY_DECIDED')
    const ended = await revokeClientSessions(trx, link.userId, { linkId })
    await recordAct(trx, staff, {
      action: 'client.link-revoked',
      subject: `client:${link.organisationId}`,
      after: { linkId, sessionsEnded: ended },
    })
    return getClient(trx, link.organisationId)
  })
}

type Detail = Answer<typeof clientDetail>

/**
 * For content, finance and owners: add an organisation, with an empty budget.
 * @throws AppError INVALID_INPUT for a name that is taken
 */
export function createClient({ db }: Pick<Deps, 'db'>, staff: StaffActor, { name }: { name: string }) {
  return db.transaction().execute(async (trx) => {
    const id = await insertClient(trx, { name, createdBy: staff.name })
    if (!id) throw invalidField('name', 'NAME_TAKEN')
    await recordAct(trx, staff, { action: 'client.created', subject: `client:${id}`, after: { name } })
    return getClient(trx, id)
  })
}

/** Read an organisation with its people, links, surveys, quotes and disputes. @throws AppError NOT_FOUND */
export async function getClient(db: Db, id: string): Promise<Detail> {
  const found = orRefuse(await findClient(db, id), 'NOT_FOUND')
  const people = await listClientUsers(db, id)
  const links = await listClientLinks(db, id)
  const commissioned = await listClientSurveys(db, id)
  const quotes = await listClientQuotes(db, id)
  const disputes = await listClientDisputes(db, id)
  return { ...found, people, links, commissioned, quotes, disputes }
}

type NewLink = { userId: string; surveyId: string | null; days: number; mostUses: number }

/** Store a link of someone whom the caller has locked. Only its hash is stored: `path` is known now and never again. */
async function insertLink(
  trx: Trx,
  staff: Pick<StaffActor, 'name' | 'address'>,
  { organisationId, ...wish }: NewLink & { organisationId: string },
) {
  const linkId = randomUUID()
  const { token, tokenHash } = createToken('o', linkId)
  await insertClientLink(trx, { linkId, tokenHash, ...wish, createdBy: staff.name })
  await recordAct(trx, staff, {
    action: 'client.link-made',
    subject: `client:${organisationId}`,
    after: { linkId, ...wish },
  })
  const link = await findClientLink(trx, linkId)
  if (!link) throw new Error('the link was just made')
  // Behind the `#`, which browsers send to no server: it is in no log.
  return { link, path: `/client/login#${token}` }
}

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
  await deps.mail('sendClientLink', {
    to: email,
    firstName: name,
    organisation: client?.name ?? '',
    path,
    mostUses,
    days,
  })
}
