import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import { defaultAssumptions } from '@chuma/contract/admin/economy/economy-assumptions'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import { applyEconomyPreset } from '@chuma/contract/admin/economy/economy-presets'
import type { Db } from '@chuma/db/client'
import { findNewestEconomy, insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import type { Changes } from '../../live/create-changes.ts'

type Options = { changes?: Changes; maxAgeMs?: number }

/**
 * Read the economy record and cache it until `changes` announces a new one, or for `maxAgeMs` if no announcement arrives.
 * Refuses a record that no longer fits the schema.
 */
export function createEconomyReader(db: Db, { changes, maxAgeMs = 5000 }: Options = {}) {
  let kept: { readAt: number; value: Promise<Economy> } | null = null
  const forget = () => {
    kept = null
  }
  changes?.follow({ topics: ['economy'], ownerId: 'economy', hear: forget, giveWay: () => {} })
  return (): Promise<Economy> => {
    if (kept && performance.now() - kept.readAt < maxAgeMs) return kept.value
    const current = { readAt: performance.now(), value: readEconomy(db).then(({ record }) => record) }
    kept = current
    current.value.catch(() => {
      if (kept === current) kept = null
    })
    return current.value
  }
}

/** Read the stored record. Version 0: nothing is stored, and the defaults apply. */
export async function readEconomy(db: Db): Promise<{ version: number; record: Economy }> {
  const newest = await findNewestEconomy(db)
  // A new field that an older record lacks starts at its default; a field that exists no more is ignored.
  const stored = Object.entries(newest?.record ?? {}).filter(([field]) => field in defaultEconomy)
  return {
    version: newest?.version ?? 0,
    record: economy.parse({ ...defaultEconomy, ...Object.fromEntries(stored) }),
  }
}

/**
 * Write a new database's first record, once even if several processes start together. Where an owner still has to choose,
 * it holds the sustainable numbers: nobody is promised the specified ones before someone confirmed what they cost.
 * `createdAt` dates it into a demo's past.
 */
export async function ensureEconomy(
  db: Db,
  { isChosen = true, createdAt }: { isChosen?: boolean; createdAt?: Date } = {},
): Promise<void> {
  if (await findNewestEconomy(db)) return
  const specified = economy.parse({ ...defaultEconomy, ...(isChosen ? demoLimits : {}) })
  await insertEconomyVersion(db, {
    record: isChosen ? specified : applyEconomyPreset(specified, 'sustainable', defaultAssumptions),
    choice: isChosen ? { preset: 'specified', assumptions: defaultAssumptions } : null,
    follows: 0,
    changedBy: 'system',
    reason: 'First start',
    ...(createdAt ? { createdAt } : {}),
  })
}
