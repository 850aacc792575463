import { announce } from '@chuma/db/queries/listen'
import type { Deps } from '../deps.ts'
import type { Changes } from './watch.ts'

/** What no member changes, and every process keeps a copy of. `survey`: the active ones, with who may take them. */
type Shared = 'economy' | 'product' | 'survey' | 'webhook'

export type CacheOptions = { changes?: Changes; maxAgeMs?: number }

/**
 * Cache what `read` answers until `changes` announces a change of `topic`, or for `maxAgeMs` if no announcement arrives. Callers
 * of one moment share one read; a failed one is not kept.
 */
export function createCached<T>(
  read: () => Promise<T>,
  topic: Shared | undefined,
  { changes, maxAgeMs = 5000 }: CacheOptions = {},
): () => Promise<T> {
  let kept: { readAt: number; value: Promise<T> } | null = null
  const forget = () => {
    kept = null
  }
  if (topic) changes?.follow({ topics: [topic], ownerId: topic, hear: forget, giveWay: () => {} })
  return () => {
    if (kept && performance.now() - kept.readAt < maxAgeMs) return kept.value
    const current = { readAt: performance.now(), value: read() }
    kept = current
    current.value.catch(() => {
      if (kept === current) kept = null
    })
    return current.value
  }
}

/**
 * Announce a change to every process: to this one at once, to the others from the commit on. Call it after the change. If the
 * process dies in between, the others notice a few seconds later.
 */
export async function announceShared({ db, changes }: Pick<Deps, 'db' | 'changes'>, topic: Shared) {
  changes.announce(topic)
  await announce(db, `${topic}_change`)
}
