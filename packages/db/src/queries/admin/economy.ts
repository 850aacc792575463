import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { DailyTasks } from '@chuma/contract/admin/economy/explain-economy'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/** Read the newest record as stored; the caller parses it. */
export function findNewestEconomy(db: Db) {
  return db
    .selectFrom('economyVersion')
    .select(['version', 'record'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewVersion = { record: Economy; follows: number; changedBy: string; reason: string; createdAt?: Date }

/** False when another version already follows the same one. Waits for a concurrent writer of that version. */
export async function insertEconomyVersion(db: Db, row: NewVersion): Promise<boolean> {
  const written = await db
    .insertInto('economyVersion')
    .values({ ...row, record: JSON.stringify(row.record) })
    .onConflict((conflict) => conflict.column('follows').doNothing())
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}

/** List newest first; the next page starts after the last version of this one. */
export function listVersions(db: Db, { after, limit }: { after: number | undefined; limit: number }) {
  return db
    .selectFrom('economyVersion')
    .select(['version', 'record', 'changedBy', 'reason', 'createdAt'])
    .$if(after !== undefined, (query) => query.where('version', '<', after ?? 0))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}

/** Sum the points that members hold, available and held. */
export async function getPointsTotal(db: Db): Promise<number> {
  const { points } = await db
    .selectFrom('pointsTotal')
    .select(sql<number>`coalesce(sum(points), 0)::bigint`.as('points'))
    .executeTakeFirstOrThrow()
  return points
}

/** Sum what all videos and all ads pay a member who does each once. */
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
