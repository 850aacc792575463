import { createFileRoute } from '@tanstack/react-router'
import { readClusterPlace } from '../../../payouts/clusters/cluster-place.ts'
import { ClustersPage } from '../../../payouts/clusters/clusters-page.tsx'
import { loadClusters } from '../../../payouts/clusters/decide-cluster-dialog.tsx'

export const Route = createFileRoute('/_app/admin_/clusters')({
  // The address holds the cluster, so that it can be shared.
  validateSearch: readClusterPlace,
  loaderDeps: ({ search }) => readClusterPlace(search),
  loader: loadClusters,
  component: ClustersRoute,
})

function ClustersRoute() {
  return <ClustersPage {...readClusterPlace(Route.useSearch())} />
}
