import type { Changes, Topic } from './create-changes.ts'

/** Only says that something changed. The page refetches through ordinary calls, with their own guards. */
export type News = 'changed'

/** How a stream ends, other than by its reader: the process stops, and another one takes over. */
export type Stream = { signal: AbortSignal | undefined; closing: AbortSignal }

type Watch = {
  topic: Topic
  ownerId: string
  /** Identifies the reader again; throws if access has ended. */
  guard: () => Promise<unknown>
}

/** How often the reader is checked again, even without events. */
const GUARD_MS = 45_000
/** Events within this time are sent as one. */
const PAUSE_MS = 200

type Heard = { isNew: boolean; isGuardDue: boolean; isOver: boolean; wake: () => void }

/**
 * Yield immediately, because earlier changes are not announced again, and then on every change. Ends if the reader has
 * opened too many pages; throws what `guard` throws, at most a minute after a sign-out; breaks off without an end when the
 * process stops, so that the reader reconnects to another one.
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
    // After the reader has left nobody handles an error, and an unhandled rejection would end the process.
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

/** Wait. Ends early when the stream does, or when another event arrives. */
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
