import type { ClusterEdge } from '@chuma/contract/payouts/clusters'
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
import { listEvidence } from '@chuma/db/queries/payouts/cluster-facts'
import { CLUSTER_TERMS } from './cluster-terms.ts'
import { groupMembers } from './group-members.ts'
import { affectMember, moveCluster } from './move-cluster.ts'
import type { Surroundings } from './read-cluster-facts.ts'
import { scoreCluster } from './score-cluster.ts'

const SYSTEM = { name: 'system', address: null }
/** Evidence may fade, or be declared away, while staff act on it: these members stay. */
const isKept = ({ state }: LockedCluster) => state === 'held' || state === 'paused'

/**
 * Store the clusters among these members. One that existed keeps its id, and of several that turn out to be one, the oldest does.
 * An account that joins a held cluster is held too.
 */
export async function keepClusters(trx: Trx, surroundings: Surroundings): Promise<void> {
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
async function followState(
  trx: Trx,
  keeper: LockedCluster,
  { others, joining, edges }: Following,
): Promise<void> {
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
