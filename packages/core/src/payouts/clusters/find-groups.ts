import type { ClusterEdge, ClusterReason, EdgeKind } from '@chuma/contract/payouts/clusters'
import type { DestinationKind } from '@chuma/contract/wallet/wallet'

/** What speaks for a member. */
type Evidence = {
  hasOwnDestination: boolean
  hasOwnDevice: boolean
  goodSurveys: number
  isKnownToStaff: boolean
}

export type ScoredCluster = {
  members: ReadonlyMap<string, Person & Evidence>
  edges: readonly ClusterEdge[]
  things: readonly (SharedThing & { method?: DestinationKind })[]
}

/** Score a cluster from 0 to 100, as the sum of its reasons. */
export function scoreCluster(cluster: ScoredCluster): { score: number; reasons: ClusterReason[] } {
  const reasons = [...listSuspicions(cluster), ...listExcuses(cluster)].filter(({ points }) => points !== 0)
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  return { score: Math.min(100, Math.max(0, sum)), reasons }
}

/** Points for each account above `free`, up to `most`. */
const each = (count: number, { free, points, most }: { free: number; points: number; most: number }) =>
  Math.min(most, Math.max(0, count - free) * points)

function listSuspicions({ members, edges, things }: ScoredCluster): ClusterReason[] {
  const of = members.size
  const mailbox = largest(things, 'mailbox', members)
  const destination = largest(things, 'destination', members)
  const device = countConnected(edges, 'device')
  const invited = countConnected(edges, 'invitation')
  const burst = findBurst([...members.values()].map(({ signedUpAt }) => signedUpAt))
  const lockstep = countLockstep(members, edges)
  const method = destination.method && { method: destination.method }
  return [
    {
      code: 'one-mailbox',
      points: each(mailbox.count, { free: 1, points: 10, most: 40 }),
      count: mailbox.count,
      of,
    },
    {
      code: 'one-destination',
      // Seven accounts and one number call for a decision without anything else: more than the largest household.
      points: each(destination.count, { free: 1, points: 10, most: 60 }),
      count: destination.count,
      of,
      ...method,
    },
    { code: 'one-device', points: each(device, { free: 2, points: 5, most: 25 }), count: device, of },
    {
      code: 'invited-each-other',
      points: each(invited, { free: 2, points: 3, most: 15 }),
      count: invited,
      of,
    },
    {
      code: 'signed-up-together',
      points: each(burst.count, { free: 2, points: 4, most: 20 }),
      count: burst.count,
      of,
      minutes: burst.minutes,
    },
    {
      code: 'earned-together',
      // A script goes from one account to the next, day after day.
      points: each(lockstep, { free: 2, points: 8, most: 40 }),
      count: lockstep,
      of,
    },
    { code: 'many-accounts', points: each(of, { free: 5, points: 2, most: 20 }), count: of, of },
  ]
}

/** Each excuse lowers the score in proportion to the members whom it is true for. */
function listExcuses({ members }: ScoredCluster): ClusterReason[] {
  const of = members.size
  const excuse = (code: ClusterReason['code'], most: number, isTrue: (member: Evidence) => boolean) => {
    const count = [...members.values()].filter(isTrue).length
    return { code, points: 0 - Math.round((most * count) / of), count, of }
  }
  return [
    // A number costs less than a withdrawal brings.
    excuse('own-destinations', 15, ({ hasOwnDestination }) => hasOwnDestination),
    excuse('own-devices', 15, ({ hasOwnDevice }) => hasOwnDevice),
    excuse('good-surveys', 10, ({ goodSurveys }) => goodSurveys >= CLUSTER_TERMS.goodSurveys),
    excuse('known-to-staff', 40, ({ isKnownToStaff }) => isKnownToStaff),
  ]
}

function largest(
  things: ScoredCluster['things'],
  kind: SharedThing['kind'],
  members: ScoredCluster['members'],
): { count: number; method?: DestinationKind | undefined } {
  let found: { count: number; method?: DestinationKind | undefined } = { count: 0 }
  for (const thing of things) {
    if (thing.kind !== kind) continue
    const count = new Set(thing.members.filter((member) => members.has(member))).size
    if (count > found.count) found = { count, method: thing.method }
  }
  return found
}

/** How many accounts the largest group has that edges of this kind connect. */
function countConnected(edges: readonly ClusterEdge[], kind: EdgeKind): number {
  const groups = createGroups()
  for (const edge of edges) if (edge.kind === kind) groups.join(edge.memberId, edge.otherId)
  return Math.max(0, ...groups.list().map(({ length }) => length))
}

/** The most sign-ups within the time of a burst, and how long they took. */
export function findBurst(times: readonly Date[]): { count: number; minutes: number } {
  const sorted = times.map((time) => time.getTime()).sort((a, b) => a - b)
  let found = { count: 0, minutes: 0 }
  for (const [from, first] of sorted.entries()) {
    const within = sorted.slice(from).filter((time) => time - first <= CLUSTER_TERMS.burstMinutes * 60_000)
    const minutes = Math.max(1, Math.ceil(((within.at(-1) ?? first) - first) / 60_000))
    if (within.length > found.count) found = { count: within.length, minutes }
  }
  return found
}

function countLockstep(members: ScoredCluster['members'], edges: readonly ClusterEdge[]): number {
  const together = new Set<string>()
  for (const { memberId, otherId, kind } of edges) {
    if (kind !== 'timing') continue
    const [one, other] = [members.get(memberId), members.get(otherId)]
    if (!one || !other) continue
    if (findLockstep(one.earnings, other.earnings) < CLUSTER_TERMS.lockstepTimes) continue
    together.add(memberId).add(otherId)
  }
  return together.size
}

/** Two accounts whose reasons weigh this much together belong to one cluster. */
const CONNECTED_FROM = 50
/** Fewer accounts are what a couple has. */
export const SMALLEST_CLUSTER = 3

/**
 * Money and mail connect alone. A phone does not: families share one. An invitation or the same minutes are what friends have in
 * common. A network address is no reason at all, because a carrier puts a district behind one.
 */
const EDGE_WEIGHTS: Readonly<Record<EdgeKind, number>> = {
  mailbox: 60,
  destination: 60,
  device: 30,
  invitation: 15,
  /** Sign-ups together. */
  timing: 15,
}

/** Earning together, day after day: with one phone it connects. */
const LOCKSTEP_WEIGHT = 20

export const CLUSTER_TERMS = {
  deviceDays: 90,
  /** More accounts behind one address with one user agent are a network with the same kind of phone, not a device. */
  largestDevice: 25,
  /** Who may declare that they share a phone, each naming the four others. */
  largestDeclared: 5,
  /** More young accounts than a household has, opened within this time, are still to show what they are. */
  freshDays: 14,
  /** Sign-ups this close may be one person's. */
  signUpMinutes: 15,
  /** For the score: sign-ups of a cluster within this time. */
  burstMinutes: 60,
  /** Rewards of two accounts this close, at least this often, are earned in lockstep. */
  lockstepSeconds: 120,
  lockstepTimes: 5,
  earningDays: 30,
  /** Devices of one's own for so long speak for a person. */
  ownDeviceDays: 60,
  /** Surveys without a flag that speak for a person. */
  goodSurveys: 5,
  /** More are not followed in one search. */
  largestSearch: 2000,
} as const

/** Groups of members that are joined pair by pair. */
function createGroups() {
  const parents = new Map<string, string>()

  function find(member: string): string {
    let root = member
    for (
      let parent = parents.get(root);
      parent !== undefined && parent !== root;
      parent = parents.get(root)
    ) {
      root = parent
    }
    // Members on the way point at the root from here on.
    for (let at = member; at !== root; ) {
      const next = parents.get(at) ?? root
      parents.set(at, root)
      at = next
    }
    return root
  }

  return {
    /** The same for all members of a group. */
    find,
    join(one: string, other: string): void {
      const [a, b] = [find(one), find(other)]
      parents.set(a, a)
      parents.set(b, a)
    },
    /** All groups of members that were joined. */
    list(): string[][] {
      const groups = new Map<string, string[]>()
      for (const member of parents.keys()) {
        const root = find(member)
        groups.set(root, [...(groups.get(root) ?? []), member])
      }
      return [...groups.values()]
    },
  }
}

/** Accounts that have one mailbox, destination or device. */
export type SharedThing = { kind: 'mailbox' | 'destination' | 'device'; members: readonly string[] }
export type Person = { signedUpAt: Date; sharesPhone: boolean; earnings: readonly Earning[] }

/** `sharesNetwork`: both came from one address with the same kind of browser, however many others did. */
export type Invitation = { memberId: string; friendId: string; sharesNetwork: boolean }

export type ClusterFacts = {
  people: ReadonlyMap<string, Person>
  things: readonly SharedThing[]
  invitations: readonly Invitation[]
  /** A browser known to one account opened the other. */
  browsers: readonly { memberId: string; otherId: string }[]
}

type Pair = { memberId: string; otherId: string; kinds: Map<EdgeKind, number> }

/** Larger groups are connected through their first member, so that thousands of accounts do not make millions of edges. */
const LARGEST_CLIQUE = CLUSTER_TERMS.largestDevice

/** Find why accounts belong together: each pair with every kind of reason, and its weight. */
export function findEdges(facts: ClusterFacts): ClusterEdge[] {
  const pairs = new Map<string, Pair>()
  const connect = ([one, other]: readonly [string, string], kind: EdgeKind, weight = EDGE_WEIGHTS[kind]) => {
    if (one === other || !facts.people.has(one) || !facts.people.has(other)) return
    const [memberId, otherId] = one < other ? [one, other] : [other, one]
    const key = keyOf(memberId, otherId)
    const pair = pairs.get(key) ?? { memberId, otherId, kinds: new Map() }
    pair.kinds.set(kind, Math.max(weight, pair.kinds.get(kind) ?? 0))
    pairs.set(key, pair)
  }
  for (const { kind, members } of facts.things) {
    if (kind === 'device' && members.length > CLUSTER_TERMS.largestDevice) continue
    // One phone that more accounts use than a household has connects alone.
    const isCrowded = kind === 'device' && members.length > CLUSTER_TERMS.largestDeclared
    const weight = isCrowded ? CONNECTED_FROM : EDGE_WEIGHTS[kind]
    for (const pair of listPairs(members)) connect(pair, kind, weight)
  }
  for (const { memberId, otherId } of facts.browsers) connect([memberId, otherId], 'device')
  const onOnePhone = new Set([...pairs].flatMap(([key, { kinds }]) => (kinds.has('device') ? [key] : [])))
  forgiveSharedPhones(pairs, facts.people)
  const sharing = listSharingDestination(pairs)
  for (const { memberId, friendId, sharesNetwork } of facts.invitations) {
    connect([memberId, friendId], 'invitation')
    // A phone with more accounts than `largestDevice` looks like a network, on which friends invite each other too. But of friends
    // each has a number of their own.
    const isFarm = sharesNetwork && sharing.has(memberId) && sharing.has(friendId)
    if (isFarm && !onOnePhone.has(keyOf(memberId, friendId)))
      connect([memberId, friendId], 'device', CONNECTED_FROM - EDGE_WEIGHTS.invitation)
  }
  connectSiblings(pairs, facts.invitations)
  for (const pair of pairs.values()) {
    const weight = weighTiming(pair, facts.people)
    if (weight > 0) pair.kinds.set('timing', weight)
  }
  return [...pairs.values()].flatMap(({ memberId, otherId, kinds }) =>
    Array.from(kinds, ([kind, weight]) => ({ memberId, otherId, kind, weight })),
  )
}

/** Who named a destination that somebody else named too. */
function listSharingDestination(pairs: ReadonlyMap<string, Pair>): ReadonlySet<string> {
  const found = [...pairs.values()].filter(({ kinds }) => kinds.has('destination'))
  return new Set(found.flatMap(({ memberId, otherId }) => [memberId, otherId]))
}

/** Of a pair, in either order. */
const keyOf = (one: string, other: string) => (one < other ? `${one} ${other}` : `${other} ${one}`)

function listPairs(members: readonly string[]): [string, string][] {
  const sorted = [...new Set(members)].sort()
  const first = sorted.slice(0, sorted.length > LARGEST_CLIQUE ? 1 : undefined)
  return first.flatMap((one, at) => sorted.slice(at + 1).map((other): [string, string] => [one, other]))
}

/**
 * Drop the devices of up to five accounts that all declare to share a phone. More, and accounts that also share a mailbox or a
 * destination, gain nothing by declaring it.
 */
function forgiveSharedPhones(pairs: Map<string, Pair>, people: ClusterFacts['people']): void {
  const declared = [...pairs.values()].filter(
    ({ memberId, otherId, kinds }) =>
      kinds.has('device') && people.get(memberId)?.sharesPhone && people.get(otherId)?.sharesPhone,
  )
  const households = createGroups()
  for (const { memberId, otherId } of declared) households.join(memberId, otherId)
  const strict = new Set<string>()
  for (const { memberId, otherId, kinds } of pairs.values()) {
    if (!kinds.has('mailbox') && !kinds.has('destination')) continue
    if (households.find(memberId) === households.find(otherId)) strict.add(households.find(memberId))
  }
  const sizes = new Map(households.list().map((group) => [households.find(group[0] ?? ''), group.length]))
  for (const { memberId, otherId, kinds } of declared) {
    const household = households.find(memberId)
    if (strict.has(household) || (sizes.get(household) ?? 0) > CLUSTER_TERMS.largestDeclared) continue
    kinds.delete('device')
    if (kinds.size === 0) pairs.delete(keyOf(memberId, otherId))
  }
}

/** Friends of one inviter who already share something. On its own, having the same friend means nothing. */
function connectSiblings(pairs: Map<string, Pair>, invitations: ClusterFacts['invitations']): void {
  const inviterOf = new Map(invitations.map(({ memberId, friendId }) => [friendId, memberId]))
  for (const { memberId, otherId, kinds } of pairs.values()) {
    const inviter = inviterOf.get(memberId)
    if (inviter !== undefined && inviter === inviterOf.get(otherId)) {
      kinds.set('invitation', EDGE_WEIGHTS.invitation)
    }
  }
}

/** The same minutes count only for accounts that something else connects. */
function weighTiming({ memberId, otherId }: Pair, people: ClusterFacts['people']): number {
  const [one, other] = [people.get(memberId), people.get(otherId)]
  if (!one || !other) return 0
  const apartMs = Math.abs(one.signedUpAt.getTime() - other.signedUpAt.getTime())
  const signedUpTogether = apartMs <= CLUSTER_TERMS.signUpMinutes * 60_000
  const earnTogether = findLockstep(one.earnings, other.earnings) >= CLUSTER_TERMS.lockstepTimes
  return Number(signedUpTogether) * EDGE_WEIGHTS.timing + Number(earnTogether) * LOCKSTEP_WEIGHT
}

export type Earning = { kind: string; at: Date }

/** Count the rewards of one member that came within two minutes of a similar one of the other. Both newest first. */
function findLockstep(ones: readonly Earning[], others: readonly Earning[]): number {
  const windowMs = CLUSTER_TERMS.lockstepSeconds * 1000
  const used = new Set<number>()
  let count = 0
  for (const { kind, at } of ones) {
    const match = others.findIndex(
      (other, index) =>
        !used.has(index) && other.kind === kind && Math.abs(other.at.getTime() - at.getTime()) <= windowMs,
    )
    if (match < 0) continue
    used.add(match)
    count++
  }
  return count
}

type Weighed = Pick<ClusterEdge, 'memberId' | 'otherId' | 'weight'>

/** The pairs whose reasons together weigh enough. */
export function listConnected(edges: readonly Weighed[]): { memberId: string; otherId: string }[] {
  const totals = new Map<string, { memberId: string; otherId: string; weight: number }>()
  for (const { memberId, otherId, weight } of edges) {
    const key = `${memberId} ${otherId}`
    const total = totals.get(key) ?? { memberId, otherId, weight: 0 }
    total.weight += weight
    totals.set(key, total)
  }
  return [...totals.values()].filter(({ weight }) => weight >= CONNECTED_FROM)
}

/** The groups of accounts that belong together, each sorted. */
export function groupMembers(edges: readonly Weighed[]): string[][] {
  const groups = createGroups()
  for (const { memberId, otherId } of listConnected(edges)) groups.join(memberId, otherId)
  return groups
    .list()
    .filter(({ length }) => length >= SMALLEST_CLUSTER)
    .map((group) => group.sort())
}
