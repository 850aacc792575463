import { type Change, listen } from '@chuma/db/queries/listen'

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

/**
 * What can change: a member's account, the staff's list of withdrawals, what waits for staff, the rates, the product's name and
 * contact details, a session's validity, or a queue of jobs.
 */
export type Topic =
  | `member:${string}`
  | 'withdrawals'
  | 'waiting'
  | 'economy'
  | 'product'
  | `session:${string}`
  | `job:${string}`

type Hear = (topic: Topic) => void
type Follow = {
  topics: readonly Topic[]
  /** Who is watching: a member, a staff account, an API key, or this process. */
  ownerId: string
  hear: Hear
  /** The owner has opened more pages than are followed; this one was opened first. */
  giveWay: () => void
}
type Follower = Omit<Follow, 'ownerId'>

/** Who follows what in this process. Events aren't buffered; a late subscriber must refetch. */
export type Changes = {
  /** Returns a function that stops following. */
  follow: (follow: Follow) => () => void
  announce: (topic: Topic) => void
  /** Anything may have changed: announcements may have been lost. */
  announceAll: () => void
}

/** Beyond it, the page opened first goes back to polling. */
const PAGES_PER_OWNER = 8

export function createChanges(): Changes {
  const byTopic = new Map<Topic, Set<Follower>>()
  const byOwner = new Map<string, Set<Follower>>()
  return {
    follow: ({ ownerId, ...follower }) => {
      const own = byOwner.get(ownerId) ?? new Set()
      byOwner.set(ownerId, own.add(follower))
      for (const topic of follower.topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(follower))
      const [first] = own
      if (own.size > PAGES_PER_OWNER) first?.giveWay()
      return () => {
        leave(byOwner, ownerId, follower)
        for (const topic of follower.topics) leave(byTopic, topic, follower)
      }
    },
    announce: (topic) => {
      for (const follower of byTopic.get(topic) ?? []) follower.hear(topic)
    },
    announceAll: () => {
      for (const [topic, followers] of byTopic) {
        for (const follower of followers) follower.hear(topic)
      }
    },
  }
}

function leave<Key>(followers: Map<Key, Set<Follower>>, key: Key, follower: Follower): void {
  const left = followers.get(key)
  left?.delete(follower)
  if (left?.size === 0) followers.delete(key)
}

type Following = { changes: Changes; connectionString: string; onLost: (error: Error) => void }

/** Forward the database's announcements to followers in this process. */
export function followDatabase({ changes, connectionString, onLost }: Following) {
  return listen({
    connectionString,
    onChange: (change) => announce(changes, change),
    onListening: changes.announceAll,
    onLost,
  })
}

function announce(changes: Changes, { kind, ownerId }: Change): void {
  if (kind === 'economy' || kind === 'product' || kind === 'waiting') changes.announce(kind)
  else if (kind === 'job') changes.announce(`job:${ownerId}`)
  else changes.announce(kind === 'session-end' ? `session:${ownerId}` : `member:${ownerId}`)
  if (kind === 'withdrawal') {
    changes.announce('withdrawals')
    changes.announce('waiting')
  }
}
