import type { auditEntry, ExportAuditInput, ListAuditInput } from '@chuma/contract/admin/audit'
import { isUuid, SUBJECTS_WITH_ID } from '@chuma/contract/admin/audit-subjects'
import { emailAddress } from '@chuma/contract/fields'
import type { Answer } from '@chuma/contract/timestamp'
import { findMemberByEmail, isMember } from '@chuma/db/queries/account/members'
import { type AuditFilter, listAuditEntries } from '@chuma/db/queries/admin/audit-log'
import type { Deps } from '../../deps.ts'

/** List what staff and the system did, newest first. Entries can never be changed or removed. */
export async function listAudit(
  { db }: Pick<Deps, 'db'>,
  { after, limit, ...input }: ListAuditInput,
): Promise<Answer<typeof auditEntry>[]> {
  return listAuditEntries(db, await resolveAuditFilter(db, input), { after, limit })
}

/** Turn what a person types, an address or an id, into the entries' subjects. An unknown address finds nothing. */
export async function resolveAuditFilter(
  db: Deps['db'],
  { actor, person, subject, ...rest }: ExportAuditInput,
): Promise<AuditFilter> {
  return {
    ...rest,
    actor: actor && (await resolveActor(db, actor)),
    person: person && (await resolveActor(db, person)),
    ...(subject && (await resolveSubject(db, subject))),
  }
}

async function resolveActor(db: Deps['db'], actor: string): Promise<string> {
  if (actor.includes(':') || actor === 'system') return actor
  if (actor.includes('@')) return `member:${(await findMemberId(db, actor)) ?? 'unknown'}`
  const id = actor.toLowerCase()
  return isUuid(id) ? `member:${id}` : `staff:${actor}`
}

async function resolveSubject(db: Deps['db'], subject: string): Promise<Partial<AuditFilter>> {
  const memberNamed = subject.startsWith('member:') ? subject.slice('member:'.length) : subject
  if (memberNamed.includes('@')) {
    const memberId = await findMemberId(db, memberNamed)
    return memberId === undefined ? { subjects: [] } : { memberId }
  }
  const id = memberNamed.toLowerCase()
  if (!isUuid(id)) return { subjects: [subject] }
  if (await isMember(db, id)) return { memberId: id }
  return { subjects: SUBJECTS_WITH_ID.map((kind) => `${kind}:${id}`) }
}

async function findMemberId(db: Deps['db'], address: string): Promise<string | undefined> {
  const { data: email } = emailAddress.safeParse(address)
  return email === undefined ? undefined : (await findMemberByEmail(db, email))?.memberId
}
