import type { ClusterEdge, ClusterReason, ClusterState } from '@chuma/contract/payouts/clusters'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { movedTo } from '../../state-columns.ts'
import { announce } from '../listen.ts'

const now = sql<Date>`statement_timestamp()`

export type LockedCluster = {
  clusterId: string
  state: ClusterState
  version: number
  score: number
  reasons: ClusterReason[]
  decidedAt: Date | null
  decidedBy: string | null
  decisionReason: string | null
}

const lockedColumns = [
  'clusterId',
  'state',
  'version',
  'score',
  'reasons',
  'decidedAt',
  'decidedBy',
  'decisionReason',
] as const

/** Serialise the search and decisions about these clusters, until the transaction ends. Oldest first. */
export async function lockClusters(trx: Trx, clusterIds: readonly string[]): Promise<LockedCluster[]> {
  if (clusterIds.length === 0) return []
  // Locked by id, so that two callers cannot wait for each other, and returned by age.
  const rows = await trx
    .selectFrom('cluster')
    .select([...lockedColumns, 'foundAt'])
    .where('clusterId', 'in', clusterIds)
    .orderBy('clusterId')
    .forUpdate()
    .execute()
  return rows.toSorted(
    (a, b) => a.foundAt.getTime() - b.foundAt.getTime() || (a.clusterId < b.clusterId ? -1 : 1),
  )
}

export async function lockCluster(trx: Trx, clusterId: string): Promise<LockedCluster | undefined> {
  const [found] = await lockClusters(trx, [clusterId])
  return found
}

/** In which cluster each of these members is, if any. */
export function listClustersOf(db: Db, memberIds: readonly string[]) {
  return db
    .selectFrom('clusterMember')
    .select(['memberId', 'clusterId'])
    .where('memberId', '=', sql<string>`any(${memberIds}::uuid[])`)
    .execute()
}

export async function listMemberIds(db: Db, clusterIds: readonly string[]): Promise<string[]> {
  if (clusterIds.length === 0) return []
  const rows = await db
    .selectFrom('clusterMember')
    .select('memberId')
    .where('clusterId', 'in', clusterIds)
    .orderBy('memberId')
    .execute()
  return rows.map(({ memberId }) => memberId)
}

type Judgement = { score: number; reasons: readonly ClusterReason[] }

export async function insertCluster(trx: Trx, { score, reasons }: Judgement): Promise<LockedCluster> {
  await announce(trx, 'waiting_change')
  return trx
    .insertInto('cluster')
    .values({
      score,
      reasons: JSON.stringify(reasons),
      decidedAt: null,
      decidedBy: null,
      decisionReason: null,
    })
    .returning(lockedColumns)
    .executeTakeFirstOrThrow()
}

/** Record what a cluster is by now. A decision made on what it was before is refused from here on. */
export async function updateCluster(trx: Trx, clusterId: string, { score, reasons }: Judgement) {
  await announce(trx, 'waiting_change')
  return trx
    .updateTable('cluster')
    .set({
      score,
      reasons: JSON.stringify(reasons),
      version: sql<number>`version + 1`,
      // It waits from when its score first calls for a decision.
      waitsSince: sql<Date>`case when score < 50 and ${score} >= 50 then statement_timestamp() else waits_since end`,
    })
    .where('clusterId', '=', clusterId)
    .execute()
}

/** Put members into a cluster, out of any other. */
export async function moveMembers(trx: Trx, clusterId: string, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return
  await sql`
    insert into cluster_member (member_id, cluster_id)
    select member_id, ${clusterId}::uuid from unnest(${memberIds}::uuid[]) as joining (member_id)
    on conflict (member_id) do update set cluster_id = excluded.cluster_id, joined_at = excluded.joined_at
  `.execute(trx)
}

export async function removeMembers(trx: Trx, memberIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('clusterMember')
    .where('memberId', '=', sql<string>`any(${memberIds}::uuid[])`)
    .execute()
}

export type StoredEdge = ClusterEdge & { isDecided: boolean }

export function listStoredEdges(trx: Trx, clusterId: string): Promise<StoredEdge[]> {
  return trx
    .selectFrom('clusterEdge')
    .select(['memberId', 'otherId', 'kind', 'weight', 'isDecided'])
    .where('clusterId', '=', clusterId)
    .execute()
}

/** Store these edges instead of the stored ones. What staff have decided on stays so. */
export async function replaceEdges(trx: Trx, clusterId: string, edges: readonly StoredEdge[]): Promise<void> {
  await trx.deleteFrom('clusterEdge').where('clusterId', '=', clusterId).execute()
  if (edges.length === 0) return
  const column = (name: keyof StoredEdge) => edges.map((edge) => edge[name])
  await sql`
    insert into cluster_edge (cluster_id, member_id, other_id, kind, weight, is_decided)
    select ${clusterId}::uuid, * from unnest(
      ${column('memberId')}::uuid[], ${column('otherId')}::uuid[], ${column('kind')}::text[],
      ${column('weight')}::int[], ${column('isDecided')}::boolean[]
    )
  `.execute(trx)
}

type StateMove = {
  from: ClusterState
  to: ClusterState
  /** Undefined: the search moves it, and the last decision stays. */
  decision?: { by: string; reason: string } | undefined
}

/** Move a cluster's state; false if it is no longer in `from`. */
export async function updateClusterState(trx: Trx, clusterId: string, { from, to, decision }: StateMove) {
  const moved = await trx
    .updateTable('cluster')
    .set({
      state: movedTo(to),
      version: sql<number>`version + 1`,
      ...(decision && { decidedAt: now, decidedBy: decision.by, decisionReason: decision.reason }),
      ...(to === 'found' && { waitsSince: now }),
    })
    .where('clusterId', '=', clusterId)
    .where('state', '=', from)
    .executeTakeFirst()
  await announce(trx, 'waiting_change')
  return moved.numUpdatedRows > 0n
}

/** Remember that staff have decided on all that is known of a cluster by now. */
export function markEdgesDecided(trx: Trx, clusterId: string) {
  return trx.updateTable('clusterEdge').set({ isDecided: true }).where('clusterId', '=', clusterId).execute()
}

/** End a member's holds because of their cluster. Returns how many. */
export async function endClusterHolds(
  trx: Trx,
  { memberId, by, reason }: { memberId: string; by: string; reason: string },
): Promise<number> {
  const ended = await trx
    .updateTable('hold')
    .set({ endedAt: now, endedBy: by, endReason: reason })
    .where('memberId', '=', memberId)
    .where('reason', '=', 'cluster')
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  await announce(trx, 'withdrawal_change', memberId)
  return Number(ended.numUpdatedRows)
}
