/** What can become new: what one member has, the staff's list of withdrawals, the rates, or whether somebody is still signed in. */
export type Topic = `member:${string}` | 'withdrawals' | 'economy' | `session:${string}`

type Hear = (topic: Topic) => void
type Follow = {
  topics: readonly Topic[]
  /** Who looks on: a member, somebody of the staff, a key. */
  ownerId: string
  hear: Hear
  /** He has opened more pages than are followed; this is the one that was opened first. */
  giveWay: () => void
}
type Follower = Omit<Follow, 'ownerId'>

/** Who follows what in this process. Nothing is kept: whoever is not there has to look for himself. */
export type Changes = {
  /** Answers how to stop. */
  follow: (follow: Follow) => () => void
  announce: (topic: Topic) => void
  /** Something may be new, nobody knows what. */
  announceAll: () => void
}

/** Beyond it the page that was opened first goes back to asking now and then. */
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
