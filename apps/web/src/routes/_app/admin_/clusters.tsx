import { createFileRoute } from '@tanstack/react-router'
import { readId } from '../../../admin/read-id.ts'
import { ClustersPage, loadClusters } from '../../../payouts/clusters/clusters-page.tsx'

export const Route = createFileRoute('/_app/admin_/clusters')({
  // The address holds the cluster, so that it can be shared. Without one the page shows the list.
  validateSearch: (search) => readId(search, 'cluster'),
  loaderDeps: ({ search }) => readId(search, 'cluster'),
  loader: loadClusters,
  component: ClustersRoute,
})

function ClustersRoute() {
  return <ClustersPage {...readId(Route.useSearch(), 'cluster')} />
}
