import type { Changes, Topic } from './create-changes.ts'

/** Says that something is new, not what: that is asked for through the ordinary calls, with their own guards. */
export type News = 'changed'

/** How a stream ends other than by its reader: the process stops, and another one will take it over. */
export type Stream = { signal: AbortSignal | undefined; closing: AbortSignal }

type Watch = {
  topic: Topic
  ownerId: string
  /** Asks anew who is looking; throws when he may not any more. */
  guard: () => Promise<unknown>
}

/** However quiet it is, who looks on is asked for so often. */
const GUARD_MS = 45_000
/** What happens within it is one piece of news. */
const PAUSE_MS = 200

type Heard = { isNew: boolean; isGuardDue: boolean; isOver: boolean; wake: () => void }

/**
 * Yields at once, since what happened before a page was followed is not told again, and then whenever something is new.
 * Ends by itself when the reader has opened too many pages; throws what `guard` throws once he is signed out, at the latest
 * a minute later; and breaks off without a word when the process stops, so that the reader comes back to another one.
 */
export async function* watch(
  changes: Changes,
  { topic, ownerId, guard }: Watch,
  { signal, closing }: Stream,
): AsyncGenerator<News, void> {
  const stopped = AbortSignal.any(signal ? [signal, closing] : [closing])
  const heard: Heard = { isNew: true, isGuardDue: false, isOver: false, wake: () => {} }
  const unfollow = follow(changes, { topic, ownerId }, heard)
  try {
    for (;;) {
      stopped.throwIfAborted()
      heard.isGuardDue = false
      await guard()
      if (heard.isOver) return
      if (heard.isNew) {
        heard.isNew = false
        yield 'changed'
        await pause(PAUSE_MS, stopped)
      } else if (!heard.isGuardDue) {
        await pause(GUARD_MS, stopped, heard)
      }
    }
  } catch (error) {
    // Whoever has left handles nothing any more, and a rejection that nobody handles would end the process for everybody.
    if (!signal?.aborted) throw error
  } finally {
    unfollow()
  }
}

function follow(changes: Changes, { topic, ownerId }: Omit<Watch, 'guard'>, heard: Heard): () => void {
  return changes.follow({
    ownerId,
    topics: [topic, `session:${ownerId}`],
    hear: (about) => {
      if (about === topic) heard.isNew = true
      else heard.isGuardDue = true
      heard.wake()
    },
    giveWay: () => {
      heard.isOver = true
      heard.wake()
    },
  })
}

/** Ends early when the stream does, or when something is heard by whoever listens meanwhile. */
function pause(ms: number, stopped: AbortSignal, heard?: Heard): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', end)
      if (heard) heard.wake = () => {}
      resolve()
    }
    const timer = setTimeout(end, ms)
    stopped.addEventListener('abort', end)
    if (heard) heard.wake = end
    if (stopped.aborted) end()
  })
}
