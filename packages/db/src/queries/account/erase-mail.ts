import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

type Address = { email: string; until: string }

/** What he left or asked to move to; `untilIfTaken`: until when it was his where it is another member's by now. */
async function listOtherAddresses(trx: Trx, memberId: string) {
  const { rows } = await sql<{ email: string; untilIfTaken: string | null }>`
    select email, left_at::text as until_if_taken from former_email where member_id = ${memberId}
    union all
    select new_email, null from one_time_link where member_id = ${memberId} and new_email is not null
  `.execute(trx)
  return rows
}

async function listTaken(trx: Trx, memberId: string, emails: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('emailOwner')
    .select('email')
    .where('email', '=', sql<string>`any(${emails}::text[])`)
    .where('memberId', '<>', memberId)
    .execute()
  return new Set(rows.map((row) => row.email))
}

/**
 * The addresses at which a member was written to, his own first, and until when they were his. One that he left, or asked to
 * move to, and that belongs to another member by now is not his any more. Asked in several statements: Citus has his rows
 * at one place and each address's owner at another.
 */
async function listAddresses(trx: Trx, memberId: string): Promise<Address[]> {
  const { email } = await trx
    .selectFrom('member')
    .select('email')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const others = await listOtherAddresses(trx, memberId)
  const taken = await listTaken(
    trx,
    memberId,
    others.map((other) => other.email),
  )
  const untils = others.map(({ email, untilIfTaken }) => ({
    email,
    until: taken.has(email) ? untilIfTaken : 'infinity',
  }))
  const his = untils.flatMap(({ email, until }) => (until === null ? [] : [{ email, until }]))
  return [{ email, until: 'infinity' }, ...his]
}

const asTable = (addresses: Address[]) => sql`
  select * from unnest(
    ${addresses.map(({ email }) => email)}::text[], ${addresses.map(({ until }) => until)}::timestamptz[]
  ) as his (email, until)
`

const messagesOf = (memberId: string, email: string | undefined) => sql`
  select message_id, subject from contact_message where member_id = ${memberId} or email = ${email}
`

const REPLIES = sql`
  select r.recipient, r.subject, r.replied_at from contact_reply r join his_message m on m.message_id = r.message_id
`

/** Jobs that wait and jobs that are done: both say whom they were for. */
const jobsOf = (memberId: string) => sql`
  select id, name from pgboss.job
  where data ->> 'memberId' = ${memberId}
    or data ->> 'email' in (select email from his_address where until = 'infinity')
    or data ->> 'newEmail' in (select email from his_address where until = 'infinity')
    or data ->> 'messageId' in (select message_id::text from his_message)
`

/**
 * Removes what was mailed to a member, what he wrote to us, and the jobs that did it. While he still has his name: it is
 * by his addresses that his mail is found.
 */
export async function deleteMailOf(trx: Trx, memberId: string): Promise<void> {
  const addresses = await listAddresses(trx, memberId)
  const his = sql`
    his_address as materialized (${asTable(addresses)}),
    his_message as materialized (${messagesOf(memberId, addresses[0]?.email)}),
    his_reply as materialized (${REPLIES}),
    his_job as materialized (${jobsOf(memberId)})
  `
  await sql`
    with ${his}
    delete from mail_delivery d where
      exists (select from his_job j where j.id = d.job_id)
      or exists (select from his_address a where a.email = d.recipient and d.created_at <= a.until)
      -- The job is forgotten after some days, and the subject is what he typed.
      or (d.kind = 'sendContactMessage'
        and exists (select from his_message m where right(d.subject, length(m.subject)) = m.subject))
      -- What we answered went to the address that he typed, whoever's it is.
      or (d.kind = 'sendContactReply' and exists (
        select from his_reply r where r.recipient = d.recipient and r.subject = d.subject
      ))
  `.execute(trx)
  // Mail to our own support address quotes the sender's.
  await sql`
    with ${his}
    delete from captured_mail c where exists (
      select from his_address a
      where (c.recipient = a.email and c.sent_at <= a.until)
        or (a.until = 'infinity' and position(a.email in lower(c.body_text)) > 0)
    ) or exists (
      select from his_reply r where r.recipient = c.recipient and r.subject = c.subject and c.sent_at >= r.replied_at
    )
  `.execute(trx)
  await sql`
    with ${his}
    delete from pgboss.job j using his_job h where j.name = h.name and j.id = h.id
  `.execute(trx)
  await sql`
    with ${his}
    delete from contact_message c using his_message m where c.message_id = m.message_id
  `.execute(trx)
}
