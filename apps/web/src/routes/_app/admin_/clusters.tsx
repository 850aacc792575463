import { createFileRoute } from '@tanstack/react-router'
import { readId } from '../../../app/page-search.ts'
import { ClustersPage, FIRST_CLUSTERS } from '../../../payouts/clusters/clusters-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

/** The cluster that the address names, so that it can be shared; none shows the list. */
const readPlace = (search: Record<string, unknown>) => readId(search, 'cluster')

export const Route = createFileRoute('/_app/admin_/clusters')({
  staticData: { opensWith: 'admin.listClusters' },
  validateSearch: readPlace,
  loaderDeps: ({ search }) => readPlace(search),
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      loading.deps.cluster
        ? admin.getCluster.prefetch({ id: loading.deps.cluster })
        : admin.listClusters.prefetch(FIRST_CLUSTERS),
    ]),
  component: ClustersRoute,
})

function ClustersRoute() {
  return <ClustersPage {...readPlace(Route.useSearch())} />
}
