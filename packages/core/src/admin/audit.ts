import { isUuid, SUBJECTS_WITH_ID } from '@chuma/contract/admin/approval-kinds'
import type { auditEntry, ExportAuditInput, ListAuditInput } from '@chuma/contract/admin/audit'
import { type Answer, emailAddress } from '@chuma/contract/fields'
import { toCsv, toCsvRows } from '@chuma/contract/to-csv'
import { findMemberByEmail, isMember } from '@chuma/db/queries/account/members'
import { type AuditFilter, listAuditEntries } from '@chuma/db/queries/admin/audit'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { maskPayoutDetails } from '../payouts/details.ts'

type ExportedEntry = Answer<typeof auditEntry>

const PAGE = 1000
/** The maximum of one file; anyone who needs more exports month by month. */
const MAX_ROWS = 50_000
const HEADER = (timeZone: string) => [
  'Entry',
  `Time (${timeZone})`,
  'Who',
  'What',
  'About',
  'Member',
  'Before',
  'After',
  'Reason',
  'From address',
]

/** Export the audit log as CSV, newest first, at most 50,000 rows, with addresses as the caller may read them, a page at a time. */
export async function exportAudit(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  caller: Caller,
  input: ExportAuditInput,
): Promise<AsyncIterable<string>> {
  const filter = await resolveAuditFilter(db, input)
  const { timeZone } = await economy()
  return writePages()

  async function* writePages() {
    yield toCsv(HEADER(timeZone), [])
    let after: ExportedEntry['id'] | undefined
    for (let count = 0; count < MAX_ROWS; count += PAGE) {
      const page = await listAuditEntries(db, filter, { after, limit: PAGE })
      yield toCsvRows(maskPayoutDetails(caller, page).map(toCells), timeZone)
      if (page.length < PAGE) return
      after = page.at(-1)?.id
    }
  }
}

const toCells = (row: ExportedEntry) => [
  row.id,
  row.at,
  row.actor,
  row.action,
  row.subject,
  row.memberEmail,
  write(row.before),
  write(row.after),
  row.reason,
  row.address,
]

const write = (value: ExportedEntry['before']) => (value === null ? null : JSON.stringify(value))

/** List what staff and the system did, newest first. Entries can never be changed or removed. */
export async function listAudit({ db }: Pick<Deps, 'db'>, { after, limit, ...input }: ListAuditInput) {
  return listAuditEntries(db, await resolveAuditFilter(db, input), { after, limit })
}

/** Turn what a person types, an address or an id, into the entries' subjects. An unknown address finds nothing. */
async function resolveAuditFilter(db: Deps['db'], { actor, person, subject, ...rest }: ExportAuditInput) {
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

const LONGEST = 300
const HIDDEN = '…'
const OUR_IDS = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/

/** Make a text safe to show in one line: no addresses, links, phone numbers or possible secrets. Our ids stay. */
export function redact(text: string): string {
  return text
    .replace(/\b[a-z]+:\/\/\S+|\/hooks\/\S+|\S{0,64}@\S*/gi, HIDDEN)
    .split(OUR_IDS)
    .map((part) => (OUR_IDS.test(part) ? part : hideSecrets(part)))
    .join('')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
}

const hideSecrets = (text: string) =>
  text.replace(/[\w+/=.-]{20,}/g, HIDDEN).replace(/\+?\d[\d ()-]{7,}\d/g, HIDDEN)

/** Mask an address so that only someone who knows it recognises it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? HIDDEN : `${email.slice(0, 1)}${HIDDEN}${email.slice(at)}`
}
