import type { ClusterEdge } from '@chuma/contract/payouts/clusters'
import { CONNECTED_FROM, SMALLEST_CLUSTER } from './cluster-terms.ts'
import { createGroups } from './create-groups.ts'

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
