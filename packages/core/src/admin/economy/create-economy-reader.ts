import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { findNewestEconomy, insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import type { Changes } from '../../live/create-changes.ts'

type Options = { changes?: Changes; maxAgeMs?: number }

/**
 * Reads the economy record and keeps it until `changes` announces a new one. Where that is not heard, an owner's change
 * is seen after `maxAgeMs` at the latest. A record that no longer fits the schema is refused rather than half understood.
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

/** As it is stored now. Version 0: nothing is, and the defaults count. */
export async function readEconomy(db: Db): Promise<{ version: number; record: Economy }> {
  const newest = await findNewestEconomy(db)
  // A new rate that an older record does not know starts at its default.
  return {
    version: newest?.version ?? 0,
    record: economy.parse({ ...defaultEconomy, ...newest?.record }),
  }
}

/** Gives a new database its first record. Of several processes that start at once one does. */
export async function ensureEconomy(db: Db): Promise<void> {
  if (await findNewestEconomy(db)) return
  await insertEconomyVersion(db, {
    record: economy.parse(defaultEconomy),
    follows: 0,
    changedBy: 'system',
    reason: 'First start',
  })
}
