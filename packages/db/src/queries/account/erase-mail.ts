import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import { deleteCapturedTextsOf } from '../texts.ts'

type Address = { email: string; until: string }

/** Addresses they left or asked to move to; `untilIfTaken`: until when it was theirs, if it is another member's by now. */
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
 * List the addresses at which a member got mail, the current first, and until when each was theirs. A former or requested
 * address that belongs to another member by now is no longer theirs. Several statements: Citus places rows by address too.
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
  const former = untils.flatMap(({ email, until }) => (until === null ? [] : [{ email, until }]))
  return [{ email, until: 'infinity' }, ...former]
}

const asTable = (addresses: Address[]) => sql`
  select * from unnest(
    ${addresses.map(({ email }) => email)}::text[], ${addresses.map(({ until }) => until)}::timestamptz[]
  ) as address (email, until)
`

const messagesOf = (memberId: string, email: string | undefined) => sql`
  select message_id, subject from contact_message where member_id = ${memberId} or email = ${email}
`

const REPLIES = sql`
  select r.recipient, r.subject, r.replied_at from contact_reply r join own_message m on m.message_id = r.message_id
`

/** Waiting and finished jobs: both name their recipient. */
const jobsOf = (memberId: string) => sql`
  select id, name from pgboss.job
  where data ->> 'memberId' = ${memberId}
    or data ->> 'email' in (select email from own_address where until = 'infinity')
    or data ->> 'newEmail' in (select email from own_address where until = 'infinity')
    or data ->> 'messageId' in (select message_id::text from own_message)
`

/**
 * Delete mails to a member, their messages to us, and the jobs behind them. Must run before the member's row is erased,
 * because the addresses find the mails.
 */
export async function deleteMailOf(trx: Trx, memberId: string): Promise<void> {
  const addresses = await listAddresses(trx, memberId)
  const own = sql`
    own_address as materialized (${asTable(addresses)}),
    own_message as materialized (${messagesOf(memberId, addresses[0]?.email)}),
    own_reply as materialized (${REPLIES}),
    own_job as materialized (${jobsOf(memberId)})
  `
  await sql`
    with ${own}
    delete from mail_delivery d where
      exists (select from own_job j where j.id = d.job_id)
      or exists (select from own_address a where a.email = d.recipient and d.created_at <= a.until)
      -- The job is forgotten after some days, and the subject is what the sender typed.
      or (d.kind = 'sendContactMessage'
        and exists (select from own_message m where right(d.subject, length(m.subject)) = m.subject))
      -- Our replies went to the address that was typed, which may be anyone's.
      or (d.kind = 'sendContactReply' and exists (
        select from own_reply r where r.recipient = d.recipient and r.subject = d.subject
      ))
  `.execute(trx)
  // Mail to our own support address quotes the sender's address.
  await sql`
    with ${own}
    delete from captured_mail c where exists (
      select from own_address a
      where (c.recipient = a.email and c.sent_at <= a.until)
        or (a.until = 'infinity' and position(a.email in lower(c.body_text)) > 0)
    ) or exists (
      select from own_reply r where r.recipient = c.recipient and r.subject = c.subject and c.sent_at >= r.replied_at
    )
  `.execute(trx)
  await deleteCapturedTextsOf(trx, memberId)
  await sql`
    with ${own}
    delete from pgboss.job j using own_job h where j.name = h.name and j.id = h.id
  `.execute(trx)
  await sql`
    with ${own}
    delete from contact_message c using own_message m where c.message_id = m.message_id
  `.execute(trx)
}
