import { type Economy, economy } from '@chuma/contract/economy'
import { defaultEconomy } from '@chuma/contract/economy-defaults'
import type { Db } from '@chuma/db/client'
import { findNewestEconomy, insertEconomyVersion } from '@chuma/db/queries/economy'

/**
 * Reads the economy record, kept for at most `maxAgeMs`: an owner's change is everywhere within that time, on every
 * process. A record that no longer fits the schema is refused rather than half understood.
 */
export function createEconomyReader(db: Db, maxAgeMs = 5000): () => Promise<Economy> {
  let kept: { readAt: number; value: Promise<Economy> } | null = null
  return () => {
    if (kept && performance.now() - kept.readAt < maxAgeMs) return kept.value
    const current = { readAt: performance.now(), value: readEconomy(db) }
    kept = current
    current.value.catch(() => {
      if (kept === current) kept = null
    })
    return current.value
  }
}

async function readEconomy(db: Db): Promise<Economy> {
  const newest = await findNewestEconomy(db)
  // A new rate that an older record does not know starts at its default.
  return economy.parse({ ...defaultEconomy, ...newest?.record })
}

/** Gives a new database its first record. Twice at once leaves two equal versions, which does no harm. */
export async function ensureEconomy(db: Db): Promise<void> {
  if (await findNewestEconomy(db)) return
  await insertEconomyVersion(db, {
    record: economy.parse(defaultEconomy),
    changedBy: 'system',
    reason: 'First start',
  })
}
