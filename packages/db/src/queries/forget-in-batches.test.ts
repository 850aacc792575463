import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { countWaitingOnLock, createTestDb } from '../testing.ts'
import { deleteExpiredBuckets } from './auth/throttle.ts'
import { forgetCallKeys } from './call-keys.ts'
import { forgetWebhooks } from './webhooks/webhook-deliveries.ts'

const { db, close } = await createTestDb()
afterAll(close)

const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)
  return rows[0]?.n
}

test('everything too old is removed, whatever its number, and the rest stays', async () => {
  await sql`
    insert into call_key (caller_id, operation, key, request_hash, expires_at)
    select gen_random_uuid(), 'spin', n::text, ''::bytea, now() - interval '1 second' from generate_series(1, 2500) n
    union all select gen_random_uuid(), 'spin', 'kept', '', null
    union all select gen_random_uuid(), 'spin', 'young', '', now() + interval '1 hour'`.execute(db)
  await forgetCallKeys(db)
  expect(await db.selectFrom('callKey').select('key').orderBy('key').execute()).toEqual([
    { key: 'kept' },
    { key: 'young' },
  ])

  await sql`
    insert into throttle (bucket, hits, expires_at, blocked_until)
    select n::text, 1, now() - interval '1 second', now() from generate_series(1, 2500) n
    union all select 'counting', 1, now() + interval '1 hour', now()`.execute(db)
  await deleteExpiredBuckets(db)
  expect(await db.selectFrom('throttle').select('bucket').execute()).toEqual([{ bucket: 'counting' }])
})

test('a delivered event goes with its deliveries, and an undelivered one stays with them', async () => {
  await sql`
    with endpoint as (
      insert into webhook_endpoint (name, url, secret, events, created_by)
      values ('Shop', 'https://shop.example.com', 'whsec_' || repeat('A', 32), '{survey.completed}', 'test')
      returning endpoint_id
    ), event as (
      insert into webhook_event (type, source_key, data, occurred_at)
      select 'survey.completed', n::text, '{}', now() - interval '91 days' from generate_series(1, 2500) n
      returning event_id, source_key
    )
    insert into webhook_delivery (event_id, endpoint_id, state, created_at, settled_at)
    select event_id, endpoint_id, case when source_key = '7' then 'pending' else 'delivered' end,
      now() - interval '91 days', case when source_key <> '7' then now() end
    from event, endpoint`.execute(db)
  await forgetWebhooks(db)
  expect([await count('webhook_delivery'), await count('webhook_event')]).toEqual([1, 1])
})

test('a throttle that starts again while it is being removed keeps counting', async () => {
  await sql`delete from throttle`.execute(db)
  await sql`
    insert into throttle (bucket, hits, expires_at, blocked_until)
    values ('late', 1, now() - interval '1 second', now())`.execute(db)
  const { removal } = await db.transaction().execute(async (trx) => {
    await sql`update throttle set hits = 2, expires_at = now() + interval '1 hour'`.execute(trx)
    const removal = deleteExpiredBuckets(db)
    while ((await countWaitingOnLock(db)) < 1) await sleep(5)
    return { removal }
  })
  await removal
  expect(await db.selectFrom('throttle').select(['bucket', 'hits']).execute()).toEqual([
    { bucket: 'late', hits: 2 },
  ])
})
