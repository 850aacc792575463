import type { ClusterEdge, cluster, clusterMember, ListClustersInput } from '@chuma/contract/payouts/clusters'
import type { Answer } from '@chuma/contract/timestamp'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/** A cluster with the points of its members. */
export type StakedCluster = Omit<Answer<typeof cluster>, 'amountKes'>

/** A group with this score waits for a decision of staff. */
const WAITS_FROM = 50

/** Whether a group that the member belongs to waits for a decision, is on hold or is paused. */
export async function isInDoubtfulCluster(trx: Trx, memberId: string): Promise<boolean> {
  const doubtful = await trx
    .selectFrom('clusterMember')
    .innerJoin('cluster', 'cluster.clusterId', 'clusterMember.clusterId')
    .select('cluster.clusterId')
    .where('clusterMember.memberId', '=', memberId)
    .where((eb) =>
      eb.or([
        eb('cluster.state', 'in', ['held', 'paused']),
        eb.and([eb('cluster.state', '=', 'found'), eb('cluster.score', '>=', WAITS_FROM)]),
      ]),
    )
    .executeTakeFirst()
  return doubtful !== undefined
}

const selectClusters = (db: Db) =>
  db.selectFrom('cluster').select([
    'cluster.clusterId as id',
    'cluster.state',
    'cluster.version',
    'cluster.score',
    'cluster.reasons',
    'cluster.foundAt',
    'cluster.waitsSince',
    'cluster.decidedAt',
    'cluster.decidedBy',
    'cluster.decisionReason',
    sql<number>`(select count(*) from cluster_member m where m.cluster_id = cluster.cluster_id)`.as(
      'memberCount',
    ),
    sql<number>`(
        select coalesce(sum(greatest(0, w.available) + w.held), 0) from cluster_member m
        join wallet w on w.member_id = m.member_id where m.cluster_id = cluster.cluster_id
      )`.as('points'),
  ])

/** List the highest score first; the next page starts after the last `id` of this one. */
export function listClusters(db: Db, { state, after, limit }: ListClustersInput): Promise<StakedCluster[]> {
  return selectClusters(db)
    .where('cluster.state', '<>', 'closed')
    .$if(state !== undefined, (query) => query.where('cluster.state', '=', state ?? 'found'))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(-cluster.score, cluster.cluster_id) >
          (select -a.score, a.cluster_id from cluster a where a.cluster_id = ${after})`,
      ),
    )
    .orderBy('cluster.score', 'desc')
    .orderBy('cluster.clusterId')
    .limit(limit)
    .execute()
}

export function findCluster(db: Db, clusterId: string): Promise<StakedCluster | undefined> {
  return selectClusters(db).where('cluster.clusterId', '=', clusterId).executeTakeFirst()
}

const isOpenWithdrawal = sql<SqlBool>`(status = 'pending' or payout_state in ('manual', 'queued'))`

/** List a cluster's members in the order of their sign-ups, with what they have and asked for. */
export async function listMembersOfCluster(
  db: Db,
  clusterId: string,
): Promise<Omit<Answer<typeof clusterMember>, 'edgeKinds'>[]> {
  const { rows } = await sql<Omit<Answer<typeof clusterMember>, 'edgeKinds'>>`
    select m.member_id as user_id, member.first_name || ' ' || member.last_name as user_name, member.email as user_email,
      member.created_at as signed_up_at, m.joined_at, wallet.available as available_points, wallet.held as held_points,
      asked.open_withdrawals, asked.open_kes, asked.paid_kes,
      exists (
        select from payout_pause p where p.member_id = m.member_id and p.lifted_at is null
      ) as is_paused,
      exists (select from shared_phone s where s.member_id = m.member_id) as shares_phone
    from cluster_member m
    join member on member.member_id = m.member_id
    join wallet on wallet.member_id = m.member_id
    cross join lateral (
      select count(*) filter (where ${isOpenWithdrawal}) as open_withdrawals,
        coalesce(sum(amount_kes) filter (where ${isOpenWithdrawal}), 0) as open_kes,
        coalesce(sum(amount_kes) filter (where status = 'paid'), 0) as paid_kes
      from withdrawal w where w.member_id = m.member_id
    ) asked
    where m.cluster_id = ${clusterId}
    order by member.created_at, m.member_id
  `.execute(db)
  return rows
}

export function listEdgesOfCluster(db: Db, clusterId: string): Promise<ClusterEdge[]> {
  return db
    .selectFrom('clusterEdge')
    .select(['memberId', 'otherId', 'kind', 'weight'])
    .where('clusterId', '=', clusterId)
    .orderBy('memberId')
    .orderBy('otherId')
    .orderBy('kind')
    .execute()
}

/** Count the open holds of a cluster's members that a release would end. */
export async function countClusterHolds(db: Db, clusterId: string): Promise<number> {
  const { count } = await db
    .selectFrom('hold')
    .innerJoin('clusterMember', 'clusterMember.memberId', 'hold.memberId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('clusterMember.clusterId', '=', clusterId)
    .where('hold.reason', '=', 'cluster')
    .where('hold.endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Take a member who is erased out of every cluster. What remains of the cluster stays with the others. */
export async function removeFromClusters(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('cluster')
    .set({ version: sql<number>`version + 1` })
    .where('clusterId', 'in', (eb) =>
      eb.selectFrom('clusterMember').select('clusterMember.clusterId').where('memberId', '=', memberId),
    )
    .execute()
  await trx
    .deleteFrom('clusterEdge')
    .where((eb) => eb.or([eb('memberId', '=', memberId), eb('otherId', '=', memberId)]))
    .execute()
  await trx
    .deleteFrom('sharedBrowser')
    .where((eb) => eb.or([eb('memberId', '=', memberId), eb('otherId', '=', memberId)]))
    .execute()
}
