import type {
  cluster,
  clusterDetail,
  clusterMember,
  ListClustersInput,
} from '@chuma/contract/payouts/clusters'
import type { Answer } from '@chuma/contract/timestamp'
import {
  findCluster,
  listClusters as list,
  listEdgesOfCluster,
  listMembersOfCluster,
} from '@chuma/db/queries/payouts/clusters'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

type Member = Answer<typeof clusterMember>

/** List clusters that are not closed, the highest score first, with what is at stake. */
export async function listClusters(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  input: ListClustersInput,
): Promise<Answer<typeof cluster>[]> {
  const { kesPerPoint } = await economy()
  return (await list(db, input)).map((row) => ({ ...row, amountKes: row.points * kesPerPoint }))
}

/**
 * Read a cluster with its members and why they belong together.
 * @throws AppError NOT_FOUND
 */
export async function getCluster(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  { id }: { id: string },
): Promise<Answer<typeof clusterDetail>> {
  const { kesPerPoint } = await economy()
  const found = await findCluster(db, id)
  if (!found) throw new AppError('NOT_FOUND')
  const edges = await listEdgesOfCluster(db, id)
  const kinds = new Map<string, Set<Member['edgeKinds'][number]>>()
  for (const { memberId, otherId, kind } of edges) {
    for (const end of [memberId, otherId]) kinds.set(end, (kinds.get(end) ?? new Set()).add(kind))
  }
  const members = (await listMembersOfCluster(db, id)).map((member) => ({
    ...member,
    edgeKinds: [...(kinds.get(member.userId) ?? [])].sort(),
  }))
  return { ...found, amountKes: found.points * kesPerPoint, members, edges }
}
