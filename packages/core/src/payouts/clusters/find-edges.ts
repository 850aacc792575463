import type { ClusterEdge, EdgeKind } from '@chuma/contract/payouts/clusters'
import { CLUSTER_TERMS, CONNECTED_FROM, EDGE_WEIGHTS, LOCKSTEP_WEIGHT } from './cluster-terms.ts'
import { createGroups } from './create-groups.ts'
import { type Earning, findLockstep } from './find-lockstep.ts'

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
