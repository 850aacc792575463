import type { ClusterEdge, ClusterReason, EdgeKind } from '@chuma/contract/payouts/clusters'
import type { DestinationKind } from '@chuma/contract/wallet/wallet'
import { CLUSTER_TERMS } from './cluster-terms.ts'
import { createGroups } from './create-groups.ts'
import type { Person, SharedThing } from './find-edges.ts'
import { findLockstep } from './find-lockstep.ts'

/** What speaks for a member. */
export type Evidence = {
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
