import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { EconomyChoice } from '@chuma/contract/admin/economy/economy-presets'
import type { DailyTasks, EconomyAssumptions } from '@chuma/contract/admin/economy/project-economy'
import { type PaidTaskKind, VIEW_KINDS, type ViewKind } from '@chuma/contract/tasks/task-kinds'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/** Read the newest record as stored; the caller parses it. */
export function findNewestEconomy(db: Db) {
  return selectNewest(db).executeTakeFirst()
}

function selectNewest(db: Db) {
  return db
    .selectFrom('economyVersion')
    .select(['version', 'follows', 'record', 'preset', 'assumptions'])
    .orderBy('version', 'desc')
    .limit(1)
}

/** Find the last version in which someone chose a preset. */
export function findChosenEconomy(db: Db) {
  return selectChosen(db).executeTakeFirst()
}

function selectChosen(db: Db) {
  return db
    .selectFrom('economyVersion')
    .select(['version', 'preset', 'assumptions', 'changedBy', 'createdAt'])
    .where('preset', 'is not', null)
    .$narrowType<{ preset: EconomyChoice; assumptions: EconomyAssumptions }>()
    .orderBy('version', 'desc')
    .limit(1)
}

type EconomyInUse = {
  version: number | null
  record: Economy | null
  heldPoints: number
  heldKes: number
} & (
  | { preset: null }
  | {
      preset: EconomyChoice
      chosenVersion: number
      assumptions: EconomyAssumptions
      changedBy: string
      createdAt: Date
    }
)

/**
 * Read the newest record as stored, the last version in which someone chose a preset, the points that are held for withdrawals, and
 * what these are worth at their own rates.
 */
export function readEconomyInUse(db: Db): Promise<EconomyInUse> {
  const held = db
    .selectFrom('withdrawal')
    .select(sql<number>`coalesce(sum(points), 0)::bigint`.as('heldPoints'))
    .select(sql<number>`coalesce(sum(amount_kes), 0)::bigint`.as('heldKes'))
    .where('status', 'in', ['pending', 'approved'])
  return db
    .selectFrom(held.as('held'))
    .leftJoin(selectNewest(db).as('newest'), (join) => join.onTrue())
    .leftJoin(selectChosen(db).as('chosen'), (join) => join.onTrue())
    .select(['newest.version', 'newest.record', 'held.heldPoints', 'held.heldKes'])
    .select([
      'chosen.version as chosenVersion',
      'chosen.preset',
      'chosen.assumptions',
      'chosen.changedBy',
      'chosen.createdAt',
    ])
    .$castTo<EconomyInUse>()
    .executeTakeFirstOrThrow()
}

type NewVersion = {
  record: Economy
  follows: number
  changedBy: string
  reason: string
  /** Null: single numbers were edited. */
  choice: { preset: EconomyChoice; assumptions: EconomyAssumptions } | null
  /** A demo's past; now by default. */
  createdAt?: Date
}

/** False when another version already follows the same one. Waits for a concurrent writer of that version. */
export async function insertEconomyVersion(db: Db, { choice, ...row }: NewVersion): Promise<boolean> {
  const written = await db
    .insertInto('economyVersion')
    .values({
      ...row,
      record: JSON.stringify(row.record),
      preset: choice?.preset ?? null,
      assumptions: choice ? JSON.stringify(choice.assumptions) : null,
    })
    .onConflict((conflict) => conflict.column('follows').doNothing())
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}

/** List newest first; the next page starts after the last version of this one. */
export function listVersions(db: Db, { after, limit }: { after: number | undefined; limit: number }) {
  return db
    .selectFrom('economyVersion')
    .select(['version', 'record', 'preset', 'changedBy', 'reason', 'createdAt'])
    .$if(after !== undefined, (query) => query.where('version', '<', after ?? 0))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}

/** Sum the points that members hold, available and held. */
export async function getPointsTotal(db: Db): Promise<number> {
  const { points } = await db
    .selectFrom('wallet')
    .select(sql<number>`coalesce(sum(available + held), 0)::bigint`.as('points'))
    .executeTakeFirstOrThrow()
  return points
}

/** Sum what all videos and all ads pay a member who does each once. */
export function getDailyTasks(db: Db): Promise<DailyTasks> {
  return db
    .selectFrom('task')
    .select([sumPoints('video').as('videoPoints'), sumPoints('ad').as('adPoints')])
    .where('isActive', '=', true)
    .where('kind', 'in', VIEW_KINDS)
    .executeTakeFirstOrThrow()
}

const sumPoints = (kind: ViewKind) =>
  sql<number>`coalesce(sum(points) filter (where kind = ${kind}), 0)::bigint`

type Range = { min: number; max: number }
export type ScaledKind = { kind: PaidTaskKind; before: Range; after: Range }

/** Scale the points of one kind's tasks from one allowed range to another, rounded half up. Returns how many changed. */
export async function scaleTaskPoints(trx: Trx, { kind, before, after }: ScaledKind): Promise<number> {
  const scaled = sql<number>`least(greatest(
    round(points * ${after.max}::numeric / ${before.max}::numeric), ${after.min}::numeric), ${after.max}::numeric)::int`
  const { numUpdatedRows } = await trx
    .updateTable('task')
    .set((eb) => ({ points: scaled, version: eb('version', '+', 1) }))
    .where('kind', '=', kind)
    .where('retiredAt', 'is', null)
    .where('points', '<>', scaled)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
