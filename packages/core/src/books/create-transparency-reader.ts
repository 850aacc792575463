import { MIN_PAYMENTS_FOR_TIMES, type transparency } from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/fields'
import type { Db } from '@chuma/db/client'
import { getOpenByAge, getPaidFigures } from '@chuma/db/queries/books/transparency'

type Transparency = Answer<typeof transparency>

const TEN_MINUTES_MS = 10 * 60 * 1000

/**
 * Read the public figures, cached for `maxAgeMs`. Concurrent readers share one computation; a failure is not cached.
 */
export function createTransparencyReader(db: Db, maxAgeMs = TEN_MINUTES_MS): () => Promise<Transparency> {
  let kept: { readAt: number; value: Promise<Transparency> } | null = null
  return () => {
    if (kept && performance.now() - kept.readAt < maxAgeMs) return kept.value
    const current = { readAt: performance.now(), value: readFigures(db) }
    kept = current
    current.value.catch(() => {
      if (kept === current) kept = null
    })
    return current.value
  }
}

async function readFigures(db: Db): Promise<Transparency> {
  const computedAt = new Date()
  const paid = await getPaidFigures(db, MIN_PAYMENTS_FOR_TIMES)
  return { ...paid, openByAge: await getOpenByAge(db), computedAt }
}
