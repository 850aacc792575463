import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { DailyTasks } from '@chuma/contract/admin/economy/explain-economy'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/** The record as it was stored; the reader parses it. */
export function findNewestEconomy(db: Db) {
  return db
    .selectFrom('economyVersion')
    .select(['version', 'record'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewVersion = { record: Economy; follows: number; changedBy: string; reason: string }

/** False when another version follows the same one already. Waits for whoever is about to write that one. */
export async function insertEconomyVersion(db: Db, row: NewVersion): Promise<boolean> {
  const written = await db
    .insertInto('economyVersion')
    .values({ ...row, record: JSON.stringify(row.record) })
    .onConflict((conflict) => conflict.column('follows').doNothing())
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}

/** Newest first; the next page starts after the last version of this one. */
export function listVersions(db: Db, { after, limit }: { after: number | undefined; limit: number }) {
  return db
    .selectFrom('economyVersion')
    .select(['version', 'record', 'changedBy', 'reason', 'createdAt'])
    .$if(after !== undefined, (query) => query.where('version', '<', after ?? 0))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}

/** All points that members hold, available and held. */
export async function getPointsTotal(db: Db): Promise<number> {
  const { points } = await db
    .selectFrom('pointsTotal')
    .select(sql<number>`coalesce(sum(points), 0)::bigint`.as('points'))
    .executeTakeFirstOrThrow()
  return points
}

/** What all videos and all advertisements together pay to whoever does each once. */
export function getDailyTasks(db: Db): Promise<DailyTasks> {
  return db
    .selectFrom('task')
    .select([sumPoints('video').as('videoPoints'), sumPoints('ad').as('adPoints')])
    .where('isActive', '=', true)
    .where('kind', 'in', ['video', 'ad'])
    .executeTakeFirstOrThrow()
}

const sumPoints = (kind: 'video' | 'ad') =>
  sql<number>`coalesce(sum(points) filter (where kind = ${kind}), 0)::bigint`
