import type { ClusterEdge } from '@chuma/contract/payouts/clusters'
import type { DestinationKind } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import {
  insertCluster,
  type LockedCluster,
  listClustersOf,
  listMemberIds,
  listStoredEdges,
  lockCluster,
  lockClusters,
  moveMembers,
  removeMembers,
  replaceEdges,
  type StoredEdge,
  updateCluster,
} from '@chuma/db/queries/payouts/cluster-changes'
import {
  beginPass,
  endPass,
  listEvidence,
  listInvitationsOf,
  listLastEarnings,
  listPeopleToCompare,
  listSeenMembers,
  listSharedBrowsers,
  listSharedThings,
  lockSearch,
} from '@chuma/db/queries/payouts/clusters'
import { SESSION_TERMS } from '../../auth/sessions.ts'
import type { Deps } from '../../deps.ts'
import { affectMember, moveCluster } from './clusters.ts'
import {
  CLUSTER_TERMS,
  type Earning,
  findEdges,
  groupMembers,
  type Invitation,
  listConnected,
  type Person,
  type SharedThing,
  scoreCluster,
} from './find-groups.ts'

const PAGE = 500
/** Someone who is seen may act for this long before they are seen again; and a transaction may commit late. */
const OVERLAP_MINUTES = 2 * SESSION_TERMS.seenEveryMinutes

type Options = { pageSize?: number; afterPage?: () => void }

/**
 * Job: find clusters among the members seen since the last search, page by page, each in its own transaction. A worker that dies
 * loses its page; the next one continues there. Several workers take turns.
 */
export async function findClusters({ db }: Pick<Deps, 'db'>, { pageSize = PAGE, afterPage }: Options = {}) {
  for (let isFirst = true, isOver = false; !isOver; isFirst = false) {
    isOver = await db.transaction().execute(async (trx) => {
      const { afterMemberId } = await lockSearch(trx)
      if (afterMemberId === null) {
        // Another worker has finished the pass.
        if (!isFirst) return true
        await beginPass(trx, { overlapMinutes: OVERLAP_MINUTES })
      }
      const seen = await listSeenMembers(trx, { limit: pageSize })
      if (seen.length > 0) {
        const before = new Set((await listClustersOf(trx, seen)).map(({ clusterId }) => clusterId))
        const mates = await listMemberIds(trx, [...before])
        await keepClusters(trx, await readSurroundings(trx, [...new Set([...seen, ...mates])]))
      }
      if (seen.length === pageSize) return false
      await endPass(trx)
      return true
    })
    afterPage?.()
  }
}

const SYSTEM = { name: 'system', address: null }
/** Evidence may fade, or be declared away, while staff act on it: these members stay. */
const isKept = ({ state }: LockedCluster) => state === 'held' || state === 'paused'

/**
 * Store the clusters among these members. One that existed keeps its id, and of several that turn out to be one, the oldest does.
 * An account that joins a held cluster is held too.
 */
async function keepClusters(trx: Trx, surroundings: Surroundings): Promise<void> {
  const before = await listClustersOf(trx, [...surroundings.people.keys()])
  const clusterIds = [...new Set(before.map(({ clusterId }) => clusterId))]
  const clusters = await lockClusters(trx, clusterIds)
  // Again, under the locks: another transaction may have moved members.
  const clusterOf = new Map(
    (await listClustersOf(trx, await listMemberIds(trx, clusterIds))).map((row) => [
      row.memberId,
      row.clusterId,
    ]),
  )
  const left = new Set(clusters)
  for (const group of groupMembers(surroundings.edges)) {
    const present = new Set(group.map((memberId) => clusterOf.get(memberId)))
    const own = clusters.filter(
      ({ clusterId }) => left.has(byId(clusters, clusterId)) && present.has(clusterId),
    )
    const stayed = own.filter(isKept).map(({ clusterId }) => clusterId)
    const members = [...new Set([...group, ...listOf(clusterOf, stayed)])].sort()
    const keeper = await keepCluster(trx, { own, members, surroundings })
    for (const cluster of own) left.delete(cluster)
    for (const memberId of members) clusterOf.set(memberId, keeper)
  }
  for (const cluster of left) {
    const members = listOf(clusterOf, [cluster.clusterId])
    if (isKept(cluster)) continue
    await removeMembers(trx, members)
    for (const memberId of members) clusterOf.delete(memberId)
    await replaceEdges(trx, cluster.clusterId, [])
    if (cluster.state !== 'closed')
      await moveCluster(trx, cluster, { to: 'closed', by: 'worker', actor: SYSTEM })
  }
}

const byId = (clusters: readonly LockedCluster[], id: string) =>
  clusters.find(({ clusterId }) => clusterId === id) as LockedCluster
const listOf = (clusterOf: ReadonlyMap<string, string>, ids: readonly string[]) =>
  [...clusterOf].flatMap(([memberId, clusterId]) => (ids.includes(clusterId) ? [memberId] : []))

type Keeping = { own: LockedCluster[]; members: string[]; surroundings: Surroundings }

/** Returns the id of the cluster that these members are in from now on. */
async function keepCluster(trx: Trx, { own, members, surroundings }: Keeping): Promise<string> {
  const inside = new Set(members)
  const found = surroundings.edges.filter(
    ({ memberId, otherId }) => inside.has(memberId) && inside.has(otherId),
  )
  const stored = (await Promise.all(own.map((cluster) => listStoredEdges(trx, cluster.clusterId)))).flat()
  const edges = mergeEdges({ stored, found, areKept: own.some(isKept) })
  const judgement = await judge(trx, { members, edges, surroundings })

  const [oldest, ...others] = own
  const keeper = oldest ?? (await insertCluster(trx, judgement))
  const { clusterId } = keeper
  const joining = await listJoining(trx, clusterId, members)
  const leaving = (await listMemberIds(trx, [clusterId])).filter((memberId) => !inside.has(memberId))
  await removeMembers(trx, leaving)
  await moveMembers(trx, clusterId, joining)
  for (const other of others) {
    await replaceEdges(trx, other.clusterId, [])
    await moveCluster(trx, other, { to: 'closed', by: 'worker', actor: SYSTEM })
  }
  const isNew = oldest === undefined
  if (
    !isNew &&
    joining.length + leaving.length === 0 &&
    isSame(stored, edges) &&
    keeper.score === judgement.score
  ) {
    return clusterId
  }
  await replaceEdges(trx, clusterId, edges)
  if (!isNew) {
    await updateCluster(trx, clusterId, judgement)
    await followState(trx, keeper, { others, joining, edges })
  }
  return clusterId
}

async function listJoining(trx: Trx, clusterId: string, members: readonly string[]): Promise<string[]> {
  const present = new Set(await listMemberIds(trx, [clusterId]))
  return members.filter((memberId) => !present.has(memberId))
}

type Edges = { stored: readonly StoredEdge[]; found: readonly ClusterEdge[]; areKept: boolean }

const keyOf = ({ memberId, otherId, kind }: ClusterEdge) => `${memberId} ${otherId} ${kind}`

/** What was found now, and of a cluster on which staff act also what it was found by. */
function mergeEdges({ stored, found, areKept }: Edges): StoredEdge[] {
  const merged = new Map(areKept ? stored.map((edge) => [keyOf(edge), edge]) : [])
  const decided = new Set(stored.filter(({ isDecided }) => isDecided).map(keyOf))
  for (const edge of found) merged.set(keyOf(edge), { ...edge, isDecided: decided.has(keyOf(edge)) })
  return [...merged.values()]
}

const isSame = (before: readonly StoredEdge[], after: readonly StoredEdge[]) =>
  describe(before) === describe(after)
const describe = (edges: readonly StoredEdge[]) =>
  edges
    .map((edge) => `${keyOf(edge)} ${edge.weight}`)
    .sort()
    .join()

type Judging = { members: readonly string[]; edges: readonly ClusterEdge[]; surroundings: Surroundings }

async function judge(trx: Trx, { members, edges, surroundings: { people, things } }: Judging) {
  const evidence = new Map(
    (await listEvidence(trx, members, CLUSTER_TERMS)).map((row) => [row.memberId, row]),
  )
  const known = members.flatMap((memberId) => {
    const [person, speaks] = [people.get(memberId), evidence.get(memberId)]
    return person && speaks ? [[memberId, { ...person, ...speaks }] as const] : []
  })
  return scoreCluster({ members: new Map(known), edges, things })
}

type Following = { others: LockedCluster[]; joining: string[]; edges: readonly StoredEdge[] }

/** What was decided about a part holds for the whole; what is new since the decision is for staff to decide. */
async function followState(trx: Trx, keeper: LockedCluster, { others, joining, edges }: Following) {
  const { clusterId, state } = keeper
  const heldOther = others.find((other) => other.state === 'held')
  const locked = await lockCluster(trx, clusterId)
  if (!locked) return
  if (state !== 'held' && heldOther) {
    const { decidedBy, decisionReason } = heldOther
    const decision = { by: decidedBy ?? 'system', reason: decisionReason ?? '' }
    await moveCluster(trx, locked, { to: 'held', by: 'worker', actor: SYSTEM, decision })
    return
  }
  if (state === 'held') {
    const reason = keeper.decisionReason ?? ''
    for (const memberId of joining) {
      const effects = ['hold withdrawals'] as const
      await affectMember(trx, SYSTEM, { memberId, clusterId, to: 'held', reason, effects })
    }
    return
  }
  // What a family earns in the same minutes is no news about it.
  const isNews = joining.length > 0 || edges.some(({ isDecided, kind }) => !isDecided && kind !== 'timing')
  if (state !== 'found' && isNews)
    await moveCluster(trx, locked, { to: 'found', by: 'worker', actor: SYSTEM })
}

type Thing = SharedThing & { method?: DestinationKind }
type Known = {
  people: Map<string, Person>
  things: Map<string, Thing>
  invitations: Map<string, Invitation>
  browsers: Map<string, { memberId: string; otherId: string }>
}

type Surroundings = {
  people: ReadonlyMap<string, Person>
  things: readonly Thing[]
  edges: ClusterEdge[]
}

/**
 * Read these members and everyone whom enough connects them with, directly or through others. Members who merely share something
 * are compared, and not followed.
 */
async function readSurroundings(trx: Trx, memberIds: readonly string[]): Promise<Surroundings> {
  const known: Known = { people: new Map(), things: new Map(), invitations: new Map(), browsers: new Map() }
  const followed = new Set<string>()
  let edges: ClusterEdge[] = []
  for (let frontier = [...memberIds]; frontier.length > 0; ) {
    for (const memberId of frontier) followed.add(memberId)
    await readAround(trx, known, frontier)
    edges = findEdges({
      people: known.people,
      things: [...known.things.values()],
      invitations: [...known.invitations.values()],
      browsers: [...known.browsers.values()],
    })
    const connected = listConnected(edges).flatMap(({ memberId, otherId }) => [memberId, otherId])
    frontier = [...new Set(connected)]
      .filter((memberId) => !followed.has(memberId))
      .slice(0, Math.max(0, CLUSTER_TERMS.largestSearch - followed.size))
  }
  return { people: known.people, things: [...known.things.values()], edges }
}

/** Add what these members share with others, and who those are. */
async function readAround(trx: Trx, known: Known, memberIds: readonly string[]): Promise<void> {
  for (const { method, ...thing } of await listSharedThings(trx, memberIds, CLUSTER_TERMS)) {
    const members = thing.members.toSorted()
    known.things.set(`${thing.kind} ${members.join()}`, { ...thing, members, ...(method && { method }) })
  }
  for (const row of await listInvitationsOf(trx, memberIds, CLUSTER_TERMS)) {
    known.invitations.set(row.friendId, row)
  }
  for (const row of await listSharedBrowsers(trx, memberIds, CLUSTER_TERMS)) {
    known.browsers.set(`${row.memberId} ${row.otherId}`, row)
  }
  const named = new Set(memberIds)
  for (const { kind, members } of known.things.values()) {
    // A network with one kind of phone is not a device.
    if (kind === 'device' && members.length > CLUSTER_TERMS.largestDevice) continue
    for (const member of members) named.add(member)
  }
  for (const { memberId, friendId } of known.invitations.values()) named.add(memberId).add(friendId)
  for (const { memberId, otherId } of known.browsers.values()) named.add(memberId).add(otherId)
  await readPeople(
    trx,
    known,
    [...named].filter((memberId) => !known.people.has(memberId)),
  )
}

async function readPeople(trx: Trx, { people, things, browsers }: Known, memberIds: readonly string[]) {
  if (memberIds.length === 0) return
  const found = await listPeopleToCompare(trx, memberIds)
  // Only those who already share something can be connected by what they earn at the same time.
  const sharing = new Set([...things.values()].flatMap(({ members }) => members))
  for (const { memberId, otherId } of browsers.values()) sharing.add(memberId).add(otherId)
  const earnings = new Map<string, Earning[]>()
  const compared = found.map(({ memberId }) => memberId).filter((memberId) => sharing.has(memberId))
  for (const { memberId, ...earning } of await listLastEarnings(trx, compared, CLUSTER_TERMS)) {
    earnings.set(memberId, [...(earnings.get(memberId) ?? []), earning])
  }
  for (const { memberId, ...person } of found) {
    people.set(memberId, { ...person, earnings: earnings.get(memberId) ?? [] })
  }
}
