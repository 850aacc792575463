import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import { forgetInBatches } from '../retention.ts'

type Window = { bucket: string; limit: number; windowMinutes: number }
type Backoff = {
  bucket: string
  freeAttempts: number
  firstWaitSeconds: number
  longestWaitSeconds: number
  forgottenAfterHours: number
}

// Open is 'epoch', not now(): for an attempt that began earlier and waited for the row, now() would be in the future.
// A larger exponent is beyond every longest wait; without this limit, years of guessing would overflow the number.
const MAX_DOUBLINGS = 20

/**
 * Count one attempt against a bucket that allows `limit` until its window ends. Concurrent attempts are counted one after the
 * other.
 * @returns whether the attempt may proceed
 */
export async function reserveInWindow(db: Db, { bucket, limit, windowMinutes }: Window): Promise<boolean> {
  const { rows } = await sql`
    insert into throttle as kept (bucket, hits, expires_at, blocked_until)
    select ${bucket}, 1, ends, case when 1 >= ${limit} then ends else 'epoch' end
    from (select now() + make_interval(mins => ${windowMinutes}) as ends) as new_window
    on conflict (bucket) do update set
      hits = case when kept.expires_at <= now() then 1 else kept.hits + 1 end,
      expires_at = case when kept.expires_at <= now() then excluded.expires_at else kept.expires_at end,
      blocked_until = case
        when kept.expires_at <= now() then excluded.blocked_until
        when kept.hits + 1 >= ${limit} then kept.expires_at
        else 'epoch'
      end
    where kept.blocked_until <= now()
    returning bucket
  `.execute(db)
  return rows.length > 0
}

/**
 * Count one attempt against a bucket that allows a few, then doubles the wait for each further one. A refused attempt changes
 * nothing: hammering does not make the wait longer.
 * @returns the seconds until the next attempt, or null if this one may not proceed
 */
export async function reserveWithBackoff(db: Db, { bucket, ...rule }: Backoff): Promise<number | null> {
  const again = sql<number>`case when kept.expires_at <= now() then 1 else kept.hits + 1 end`
  const { rows } = await sql<{ waitSeconds: number }>`
    insert into throttle as kept (bucket, hits, expires_at, blocked_until)
    values (
      ${bucket}, 1, now() + make_interval(hours => ${rule.forgottenAfterHours}), ${blockedAfter(sql<number>`1`, rule)}
    )
    on conflict (bucket) do update set
      hits = ${again},
      expires_at = excluded.expires_at,
      blocked_until = ${blockedAfter(again, rule)}
    where kept.blocked_until <= now()
    returning ceil(greatest(extract(epoch from blocked_until - now()), 0))::int as wait_seconds
  `.execute(db)
  return rows[0]?.waitSeconds ?? null
}

function blockedAfter(hits: RawBuilder<number>, rule: Omit<Backoff, 'bucket'>) {
  const { freeAttempts, firstWaitSeconds, longestWaitSeconds } = rule
  return sql`
    case when ${hits} >= ${freeAttempts} then now() + make_interval(
      secs => least(
        ${firstWaitSeconds} * power(2, least(${hits} - ${freeAttempts}, ${MAX_DOUBLINGS})), ${longestWaitSeconds}
      )
    ) else 'epoch' end
  `
}

/** Read for how long attempts are still refused; zero when one would be allowed. */
export async function getSecondsBlocked(db: Db, bucket: string): Promise<number> {
  const row = await db
    .selectFrom('throttle')
    .select(sql<number>`ceil(greatest(extract(epoch from blocked_until - now()), 0))::int`.as('seconds'))
    .where('bucket', '=', bucket)
    .executeTakeFirst()
  return row?.seconds ?? 0
}

export function deleteBucket(db: Db, bucket: string) {
  return db.deleteFrom('throttle').where('bucket', '=', bucket).execute()
}

const isExpired = sql<boolean>`expires_at <= now()`

/** Remove the counts that have no effect any more. */
export function deleteExpiredBuckets(db: Db): Promise<void> {
  return forgetInBatches((limit) =>
    db
      .deleteFrom('throttle')
      // Checked twice: an expired row may have been counted again before it is removed.
      .where(isExpired)
      .where('bucket', 'in', (eb) =>
        eb.selectFrom('throttle').select('bucket').where(isExpired).orderBy('expiresAt').limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
