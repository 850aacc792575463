import { sql } from 'kysely'
import {
  SEEDED_ADDRESS,
  type SeedSizes,
  type SeedStep,
  seededCount,
  seededId,
  seededShare,
} from './seeded.ts'

/** Write staff's actions, mails and contact messages: as many as this number of members causes. */
export function writeHouse({ members }: SeedSizes): SeedStep {
  const someMember = sql`'member:' || ${seededId('member', `1 + n % ${members}`)}`
  return {
    name: 'audit log, mail and messages',
    statements: [
      sql`
        insert into audit_entry (at, actor, action, subject, before, after, reason, address)
        select now() - interval '730 days' * (1 - n::float8 / ${seededCount(members, 1)}),
          (array['staff:finance', 'staff:content', 'staff:owner', 'system'])[1 + n % 4],
          (array['log-in', 'withdrawal.approved', 'withdrawal.paid', 'proof.approved', 'member.suspended', 'premium.granted',
            'economy.changed', 'member.restored'])[1 + floor(8 * ${seededShare('n', 7)} ^ 2)::int],
          ${someMember}, '{"status": "pending"}', '{"status": "approved"}', case when n % 3 = 0 then 'As agreed' end,
          '10.0.0.0'::inet + n % 50
        from generate_series(1, ${seededCount(members, 1)}) as n`,
      sql`
        insert into mail_delivery (job_id, kind, recipient, subject, message_id, state, last_error, created_at, settled_at)
        select ${seededId('mail', 'n')}, 'sendWithdrawalPaid', 'member' || 1 + n % ${sql.lit(members)} || ${sql.lit(SEEDED_ADDRESS)},
          'Your withdrawal was paid', n || '@large', case when n % 300 = 0 then 'unknown' else 'sent' end,
          case when n % 300 = 0 then 'The connection was lost' end, sent_at, sent_at
        from (
          select n, now() - interval '730 days' * (1 - n::float8 / ${seededCount(members, 0.5)}) as sent_at
          from generate_series(1, ${seededCount(members, 0.5)}) as n
        ) as mailed`,
      sql`
        insert into contact_message (message_id, name, email, subject, message, status, created_at)
        select ${seededId('message', 'n')}, 'Amina Otieno', 'member' || n || ${sql.lit(SEEDED_ADDRESS)}, 'My withdrawal ' || n,
          'When will it be paid?', (array['answered', 'answered', 'closed', 'new'])[1 + n % 4],
          now() - interval '730 days' * (1 - n::float8 / ${seededCount(members, 0.02)})
        from generate_series(1, ${seededCount(members, 0.02)}) as n`,
    ],
  }
}
