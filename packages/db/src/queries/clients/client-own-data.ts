import { MAIL_NAMES, MAILS } from '@chuma/contract/mails'
import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** Their account, and when it is read. */
export function getClientAccountOf(trx: Trx, userId: string) {
  return trx
    .selectFrom('clientUser as u')
    .innerJoin('clientOrganisation as o', 'o.organisationId', 'u.organisationId')
    .leftJoin('clientSecondFactor as f', 'f.userId', 'u.userId')
    .select([
      'u.userId as id',
      'u.name',
      'u.email',
      'o.name as organisation',
      'u.createdAt as addedAt',
      sql<boolean>`u.password_hash is not null`.as('hasPassword'),
      'f.confirmedAt as secondFactorSince',
      sql<Date>`now()`.as('exportedAt'),
      sql<string>`business_day(now())`.as('exportedOn'),
    ])
    .where('u.userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export function listAllClientSessions(trx: Trx, userId: string) {
  return trx
    .selectFrom('clientSession')
    .select([
      'createdAt',
      'lastSeenAt',
      'revokedAt as endedAt',
      'address',
      'userAgent',
      sql<boolean>`link_id is not null`.as('isByLink'),
    ])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export function listAllClientLinks(trx: Trx, userId: string) {
  return trx
    .selectFrom('clientLink')
    .select(['createdAt', 'expiresAt', 'revokedAt', 'uses', 'surveyId'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** What they wrote, accepted and disputed, each with the survey's title. Reads the surveys of their organisation only. */
function surveysOf(trx: Trx, userId: string) {
  return trx
    .selectFrom('clientUser as u')
    .innerJoin('clientSurvey as cs', 'cs.organisationId', 'u.organisationId')
    .innerJoin('survey as s', 's.surveyId', 'cs.surveyId')
    .where('u.userId', '=', userId)
}

export function listAllClientComments(trx: Trx, userId: string) {
  return surveysOf(trx, userId)
    .innerJoin('clientComment as c', 'c.surveyId', 'cs.surveyId')
    .select(['c.surveyId', 's.title', 'c.questionId', 'c.text', 'c.writtenAt'])
    .where('c.userId', '=', userId)
    .orderBy('c.writtenAt')
    .execute()
}

export function listAcceptedQuotes(trx: Trx, userId: string) {
  return surveysOf(trx, userId)
    .innerJoin('clientQuote as q', 'q.surveyId', 'cs.surveyId')
    .select(['q.surveyId', 's.title', 'q.version', 'q.priceCents', 'q.acceptedAt'])
    .where('q.acceptedBy', '=', userId)
    .where('q.acceptedAt', 'is not', null)
    .orderBy('q.acceptedAt')
    .$narrowType<{ acceptedAt: Date }>()
    .execute()
}

export function listAcceptedData(trx: Trx, userId: string) {
  return surveysOf(trx, userId)
    .innerJoin('clientDataset as d', 'd.surveyId', 'cs.surveyId')
    .select(['d.surveyId', 's.title', 'd.version', 'd.hash', 'd.acceptedAt'])
    .where('d.acceptedBy', '=', userId)
    .orderBy('d.acceptedAt')
    .execute()
}

export function listAllDisputesBy(trx: Trx, userId: string) {
  return surveysOf(trx, userId)
    .innerJoin('clientDispute as d', 'd.surveyId', 'cs.surveyId')
    .select(['d.surveyId', 's.title', 'd.respondent', 'd.reason', 'd.disputedAt', 'd.state'])
    .where('d.disputedBy', '=', userId)
    .orderBy('d.disputedAt')
    .execute()
}

/** Mails that they got as someone of a client: a member may have the same address. */
export function listClientMails(trx: Trx, email: string) {
  return trx
    .selectFrom('mailDelivery')
    .select(['recipient as to', 'subject', 'state', 'createdAt'])
    .where('recipient', '=', email)
    .where('kind', 'in', CLIENT_MAILS)
    .orderBy('createdAt')
    .execute()
}

export const CLIENT_MAILS = MAIL_NAMES.filter((name) => MAILS[name].to === 'client')

type Event = { at: Date; action: string; isOwn: boolean; address: string | null }

/** What the audit log says that they did, or was done to their account, newest first. Addresses of staff stay out. */
export async function listClientEvents(trx: Trx, userId: string): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select at, action, actor = 'client:' || ${userId} as is_own,
      case when actor = 'client:' || ${userId} then host(address) end as address
    from (
      select * from audit_entry where actor = 'client:' || ${userId}
      union select * from audit_entry where subject = 'client-user:' || ${userId}
    ) e order by at desc, entry_id desc
  `.execute(trx)
  return rows
}
