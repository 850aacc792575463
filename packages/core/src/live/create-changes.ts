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
