import type { Answer } from '@chuma/contract/fields'
import type { memberPremium } from '@chuma/contract/premium/premium'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { isPremium } from '../auth/sessions.ts'

/** Null for members without premium now, even if they had it before. */
const premiumUntil = sql<Date | null>`case when ${isPremium} then member.premium_until end`

export function getPremium(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .select([
      isPremium.as('isPremium'),
      premiumUntil.as('premiumUntil'),
      sql<boolean>`${isPremium} and premium_cancelled_at is not null`.as('isCancelled'),
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Undefined for an erased member. */
export function lockPremium(trx: Trx, memberId: string): Promise<Answer<typeof memberPremium> | undefined> {
  return trx
    .selectFrom('member')
    .select(['memberId as id', 'email', premiumUntil.as('premiumUntil')])
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type Grant = {
  memberId: string
  sourceKey: string
  kind: 'staff' | 'payment' | 'end'
  months: number
  reason: string
  actor: string
}

/**
 * Record why premium changes, and change it: calendar months in the business's time zone, added to the time left. Undefined
 * when this cause has already counted. The caller has locked the member.
 */
export async function insertGrant(trx: Trx, grant: Grant, timeZone: string): Promise<Date | undefined> {
  const { memberId, months } = grant
  const until = months === 0 ? sql<Date>`now()` : await reckonEnd(trx, memberId, { months, timeZone })
  const inserted = await trx
    .insertInto('premiumGrant')
    .values({ ...grant, premiumUntil: until })
    .onConflict((conflict) => conflict.columns(['memberId', 'sourceKey']).doNothing())
    .returning('premiumUntil')
    .executeTakeFirst()
  if (!inserted) return undefined
  await trx
    .updateTable('member')
    .set({ premiumUntil: inserted.premiumUntil, premiumCancelledAt: null })
    .where('memberId', '=', memberId)
    .execute()
  return inserted.premiumUntil
}

/** A separate query instead of one of the inserted values, which Citus refuses. */
async function reckonEnd(
  trx: Trx,
  memberId: string,
  { months, timeZone }: { months: number; timeZone: string },
): Promise<Date> {
  const left = sql`greatest(premium_until, clock_timestamp()) at time zone ${timeZone}`
  const { until } = await trx
    .selectFrom('member')
    .select(sql<Date>`(${left} + make_interval(months => ${months})) at time zone ${timeZone}`.as('until'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return until
}

/** False when there is no premium to cancel, or to resume. */
export async function setCancelled(db: Db, memberId: string, isCancelled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set({
      premiumCancelledAt: isCancelled ? sql<Date>`least(premium_cancelled_at, statement_timestamp())` : null,
    })
    .where('memberId', '=', memberId)
    .where('premiumUntil', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const isReminderDue = (days: number) => sql<boolean>`(
  premium_until > now() and premium_until <= now() + make_interval(days => ${days})
  and premium_cancelled_at is null and deletion_due_at is null and erased_at is null
  and premium_reminded_until is distinct from premium_until
)`

/** List members whose premium ends within `days`, who did not cancel and were not reminded. Not those who asked for deletion. */
export async function listDueReminders(db: Db, days: number): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('memberId')
    .where(isReminderDue(days))
    .orderBy('memberId')
    .limit(500)
    .execute()
  return rows.map((row) => row.memberId)
}

/**
 * The member a member as reminded, with the commit; undefined when another worker has them, or something changed. One member at a
 * time: Citus skips locked rows only on one server.
 */
export function takeReminder(trx: Trx, memberId: string, days: number) {
  return trx
    .updateTable('member')
    .set((eb) => ({ premiumRemindedUntil: eb.ref('premiumUntil') }))
    .where('memberId', '=', memberId)
    .where('memberId', 'in', (eb) =>
      eb
        .selectFrom('member')
        .select('memberId')
        .where('memberId', '=', memberId)
        .where(isReminderDue(days))
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(['memberId', 'email'])
    .executeTakeFirst()
}

/** Read what a mail about it says; undefined for an erased member, or one without premium. */
export function findPremiumNews(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .select(['firstName', 'premiumUntil', 'premiumCancelledAt'])
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is', null)
    .where(isPremium)
    .$narrowType<{ premiumUntil: Date }>()
    .executeTakeFirst()
}

export function listGrants(db: Db, memberId: string) {
  return db
    .selectFrom('premiumGrant')
    .select(['kind', 'months', 'premiumUntil', 'reason', 'createdAt'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
}
