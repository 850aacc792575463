import type { auditEntry } from '@chuma/contract/admin/audit'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { subjectsOf } from '../account/members.ts'
import { personOf } from '../auth/people.ts'

export type AuditEntry = {
  /** `staff:<username>`, `member:<id>`, `key:<name>` or `system`. */
  actor: string
  action: string
  subject: string
  before?: object
  after?: object
  reason?: string
  address: string | null
}

/** Write an entry in the transaction of the change it records: neither exists without the other. */
export const insertAuditEntry = (trx: Trx, entry: AuditEntry) => entriesInsert(trx, [entry]).execute()

function entriesInsert(trx: Trx, entries: readonly AuditEntry[]) {
  return trx.insertInto('auditEntry').values(
    entries.map(({ before, after, reason, ...entry }) => ({
      ...entry,
      personId: personOf(entry.actor),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason: reason ?? null,
    })),
  )
}

type Actor = { name: string; address: string | null }
type Act = Omit<AuditEntry, 'actor' | 'address'>

/** Write an entry about what this caller changed. */
export const recordAct = (trx: Trx, { name, address }: Actor, act: Act) =>
  insertAuditEntry(trx, { ...act, actor: name, address })

/** The same for several, and for `writeTogether`. */
export function actsInsert(trx: Trx, { name, address }: Actor, acts: readonly Act[]) {
  const entries = acts.map((act) => ({ ...act, actor: name, address }))
  return entriesInsert(trx, entries).returning('entryId')
}

/** Whether a contradiction about this payment with this receipt is recorded. */
export async function wasContradicted(trx: Trx, subject: string, receipt: string | null): Promise<boolean> {
  const found = await trx
    .selectFrom('auditEntry')
    .select('entryId')
    .where('subject', '=', subject)
    .where('action', '=', 'payout.contradiction')
    .where(sql<boolean>`after ->> 'receipt' is not distinct from ${receipt}::text`)
    .executeTakeFirst()
  return found !== undefined
}

type ShownEntry = Answer<typeof auditEntry>

/** `memberId`: every entry about this member. `person`: an actor, with all accounts and keys of the same person. */
export type AuditFilter = {
  actor?: string | undefined
  person?: string | undefined
  action?: string | undefined
  subjects?: string[] | undefined
  memberId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** List newest first; the next page starts after the last `id` of this one. */
export async function listAuditEntries(
  db: Db,
  filter: AuditFilter,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<ShownEntry[]> {
  // The page is limited before its members are joined. Answers of the quiz are worth points: readers of the log need not know them.
  const { rows } = await sql<ShownEntry>`
    with page as materialized (
      select entry_id as id, at, actor, action, subject, case when subject like 'question:%' then before - 'correctAnswer' else before end as before,
        case when subject like 'question:%' then after - 'correctAnswer' else after end as after, reason, host(address) as address
      from audit_entry where ${sql.join(conditions(filter, after), sql` and `)}
      order by at desc, entry_id desc limit ${limit}
    )
    select page.*, m.member_id, m.email as member_email, m.first_name || ' ' || m.last_name as member_name,
      a.first_name || ' ' || a.last_name as actor_name
    from page left join member m on m.member_id = audited_member(page.subject)
      left join member a on a.member_id = audited_member(page.actor)
    order by page.at desc, page.id desc
  `.execute(db)
  return rows
}

function conditions(
  { actor, person, action, subjects, memberId, from, to }: AuditFilter,
  after: number | undefined,
) {
  const all = [sql`true`]
  if (actor !== undefined) all.push(sql`actor = ${actor}`)
  if (person !== undefined) all.push(sql`(person_id = ${personOf(person)} or actor = ${person})`)
  if (action !== undefined) all.push(sql`action = ${action}`)
  const [only, ...others] = subjects ?? []
  if (memberId !== undefined) all.push(sql`subject = any(array(${subjectsOf(memberId)}))`)
  else if (only !== undefined && others.length === 0) all.push(sql`subject = ${only}`)
  else if (subjects) all.push(sql`subject = any(${subjects}::text[])`)
  if (from !== undefined) all.push(sql`at >= business_day_start(${from}::date)`)
  if (to !== undefined) all.push(sql`at < business_day_start(${to}::date + 1)`)
  if (after !== undefined) {
    all.push(sql`(at, entry_id) < (select e.at, e.entry_id from audit_entry e where e.entry_id = ${after})`)
  }
  return all
}
