import { sql } from 'kysely'
import type { Trx } from '../client.ts'

/**
 * The addresses at which a member was written to, and until when they were his. One that he left, or asked to move to,
 * and that belongs to another member by now is not his any more.
 */
const addressesOf = (memberId: string) => sql`
  select email, 'infinity'::timestamptz as until from member where member_id = ${memberId}
  union all
  select f.email, case when o.email is null then 'infinity' else f.left_at end
  from former_email f left join email_owner o on o.email = f.email and o.member_id <> f.member_id
  where f.member_id = ${memberId}
  union all
  select l.new_email, 'infinity' from one_time_link l
  where l.member_id = ${memberId} and l.new_email is not null
    and not exists (select from email_owner o where o.email = l.new_email and o.member_id <> l.member_id)
`

const messagesOf = (memberId: string) => sql`
  select message_id, subject from contact_message
  where member_id = ${memberId} or email = (select email from member where member_id = ${memberId})
`

/** Jobs that wait and jobs that are done: both say whom they were for. */
const jobsOf = (memberId: string) => sql`
  select id, name from (
    select id, name, data from pgboss.job union all select id, name, data from pgboss.archive
  ) as jobs
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
  const his = sql`
    his_address as materialized (${addressesOf(memberId)}),
    his_message as materialized (${messagesOf(memberId)}),
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
        select from contact_reply r join his_message m on m.message_id = r.message_id
        where r.recipient = d.recipient and r.subject = d.subject
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
      select from contact_reply r join his_message m on m.message_id = r.message_id
      where r.recipient = c.recipient and r.subject = c.subject and c.sent_at >= r.replied_at
    )
  `.execute(trx)
  await sql`
    with ${his}, waiting as (
      delete from pgboss.job j using his_job h where j.name = h.name and j.id = h.id
    )
    delete from pgboss.archive j using his_job h where j.name = h.name and j.id = h.id
  `.execute(trx)
  await sql`
    with ${his}
    delete from contact_message c using his_message m where c.message_id = m.message_id
  `.execute(trx)
}
