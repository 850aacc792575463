import { type Change, listen } from '@chuma/db/queries/listen'

export type Stream = {
  signal: AbortSignal | undefined
  /** Aborted when the process stops, and another one takes over. */
  closing: AbortSignal
  /** How long ago the reader began to read what the stream is about. Without it they are told to read again. */
  readMsAgo?: number | undefined
}

type Watch = {
  topic: Topic
  ownerId: string
  /** Identifies the reader again, whom the call has just identified; throws if access has ended. */
  guard: () => Promise<unknown>
}

/** How often the reader is checked again, even without events. */
const GUARD_MS = 45_000
/** Events within this time are sent as one. */
const PAUSE_MS = 200
/** A slow network: a request that said how long ago may have been on its way for so long. */
const ON_ITS_WAY_MS = 30_000

type Heard = { isNew: boolean; isGuardDue: boolean; isOver: boolean; wake: () => void }

/**
 * Yield only that something changed: the page refetches through ordinary calls, with their own guards. Yield immediately, because
 * earlier changes are not announced again, and then on every change. The first news is `unchanged` only if nothing can have
 * changed since the reader began to read. Ends if the reader has opened too many pages; throws what `guard` throws, at most a
 * minute after a sign-out; breaks off without an end when the process stops, so that the reader reconnects to another one.
 */
export async function* watch(
  changes: Changes,
  { topic, ownerId, guard }: Watch,
  { signal, closing, readMsAgo }: Stream,
): AsyncGenerator<'changed' | 'unchanged', void> {
  const stopped = AbortSignal.any(signal ? [signal, closing] : [closing])
  const heard: Heard = { isNew: false, isGuardDue: false, isOver: false, wake: () => {} }
  const unfollow = follow(changes, { topic, ownerId }, heard)
  const isQuiet = readMsAgo !== undefined && changes.isQuiet(topic, readMsAgo + ON_ITS_WAY_MS)
  try {
    stopped.throwIfAborted()
    yield isQuiet ? 'unchanged' : 'changed'
    for (;;) {
      await pause(PAUSE_MS, stopped)
      if (!heard.isNew && !heard.isGuardDue && !heard.isOver) await pause(GUARD_MS, stopped, heard)
      stopped.throwIfAborted()
      heard.isGuardDue = false
      await guard()
      if (heard.isOver) return
      if (heard.isNew) {
        heard.isNew = false
        yield 'changed'
      }
    }
  } catch (error) {
    // After the reader has left nobody handles an error, and an unhandled rejection would end the process.
    if (!signal?.aborted) throw error
  } finally {
    unfollow()
  }
}

function follow(
  changes: Changes,
  { topic, ownerId }: Pick<Watch, 'topic' | 'ownerId'>,
  heard: Heard,
): () => void {
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
 * contact details, the active surveys, a session's validity, or a queue of jobs.
 */
export type Topic =
  | `member:${string}`
  | 'withdrawals'
  | 'waiting'
  | 'economy'
  | 'product'
  | 'survey'
  | 'webhook'
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

/** Who follows what in this process. Events aren't buffered: a late subscriber must refetch, unless `isQuiet`. */
export type Changes = {
  /** Returns a function that stops following. */
  follow: (follow: Follow) => () => void
  announce: (topic: Topic) => void
  /** Announcements arrive from now on. Anything may have changed: earlier ones may have been lost. */
  announceAll: () => void
  /** Announcements no longer arrive. */
  lose: () => void
  /** Whether this process would have heard of a change in the last `ms`, and heard of none. */
  isQuiet: (topic: Topic, ms: number) => boolean
}

/** Beyond it, the page opened first goes back to polling. */
const PAGES_PER_OWNER = 8
/** For how long it is remembered when a topic was announced. */
const MEMORY_MS = 5 * 60_000

export function createChanges(): Changes {
  const byTopic = new Map<Topic, Set<Follower>>()
  const byOwner = new Map<string, Set<Follower>>()
  // By the time heard, the earliest first.
  const heardAt = new Map<Topic, number>()
  let listeningSince = Number.POSITIVE_INFINITY
  const remember = (topic: Topic) => {
    const now = performance.now()
    heardAt.delete(topic)
    heardAt.set(topic, now)
    for (const [earliest, at] of heardAt) {
      if (at > now - MEMORY_MS) break
      heardAt.delete(earliest)
    }
  }
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
      remember(topic)
      for (const follower of byTopic.get(topic) ?? []) follower.hear(topic)
    },
    announceAll: () => {
      listeningSince = performance.now()
      for (const [topic, followers] of byTopic) {
        for (const follower of followers) follower.hear(topic)
      }
    },
    lose: () => {
      listeningSince = Number.POSITIVE_INFINITY
    },
    isQuiet: (topic, ms) => {
      const since = performance.now() - ms
      return ms < MEMORY_MS && listeningSince < since && (heardAt.get(topic) ?? 0) < since
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
    onLost: (error) => {
      changes.lose()
      onLost(error)
    },
  })
}

function announce(changes: Changes, { kind, ownerId }: Change): void {
  if (
    kind === 'economy' ||
    kind === 'product' ||
    kind === 'survey' ||
    kind === 'webhook' ||
    kind === 'waiting'
  )
    changes.announce(kind)
  else if (kind === 'job') changes.announce(`job:${ownerId}`)
  else changes.announce(kind === 'session-end' ? `session:${ownerId}` : `member:${ownerId}`)
  if (kind === 'withdrawal') {
    changes.announce('withdrawals')
    changes.announce('waiting')
  }
}
