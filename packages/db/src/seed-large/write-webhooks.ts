import { sql } from 'kysely'
import { type SeedSizes, type SeedStep, seededCount, seededId, seededShare } from './seeded.ts'

const PER_MEMBER = 0.1

/** Write the webhook deliveries of the last ninety days. */
export function writeWebhooks({ members }: SeedSizes): SeedStep {
  const count = seededCount(members, PER_MEMBER)
  const isFailed = sql`${seededShare('n', 11)} < 0.02`
  return {
    name: 'webhooks',
    statements: [
      sql`
        insert into webhook_endpoint (endpoint_id, name, url, secret, events, created_by)
        select ${seededId('endpoint', 'n')}, 'Program ' || n, 'https://hooks.example/' || n,
          'whsec_' || encode(sha256(n::text::bytea), 'base64'), array['survey.completed'], 'staff:owner'
        from generate_series(1, 2) as n`,
      sql`
        insert into webhook_event (event_id, type, source_key, data, occurred_at)
        select ${seededId('event', 'n')}, 'survey.completed', 'survey.completed:' || n, '{}',
          now() - interval '90 days' * (1 - n::float8 / ${count})
        from generate_series(1, ${count}) as n`,
      sql`
        insert into webhook_delivery
          (delivery_id, event_id, endpoint_id, state, attempts, last_status, last_error, created_at, settled_at)
        select ${seededId('delivery', 'n')}, ${seededId('event', 'n')}, ${seededId('endpoint', '1 + n % 2')},
          case when ${isFailed} then 'failed' else 'delivered' end, case when ${isFailed} then 10 else 1 end,
          case when ${isFailed} then 500 else 204 end, case when ${isFailed} then 'HTTP 500' end, sent_at, sent_at
        from (
          select n, now() - interval '90 days' * (1 - n::float8 / ${count}) as sent_at
          from generate_series(1, ${count}) as n
        ) as sent`,
    ],
  }
}
