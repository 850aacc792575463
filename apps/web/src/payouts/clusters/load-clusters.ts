import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import type { readClusterPlace } from './cluster-place.ts'
import { FIRST_CLUSTERS } from './clusters-section.tsx'

export function loadClusters(loading: Loading & { deps: ReturnType<typeof readClusterPlace> }): void {
  const { cluster } = loading.deps
  loadForStaff(loading, 'withdrawals:read', ({ admin }) => [
    cluster ? admin.getCluster.prefetch({ id: cluster }) : admin.listClusters.prefetch(FIRST_CLUSTERS),
  ])
}
