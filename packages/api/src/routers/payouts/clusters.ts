import * as clusters from '@chuma/contract/payouts/clusters'
import {
  decideCluster,
  getCluster,
  listClusters,
  previewCluster,
} from '@chuma/core/payouts/clusters/clusters'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: groups of accounts that seem to belong to one person. */
export const clusterProcedures = {
  listClusters: staffProcedure('withdrawals:read')
    .meta({
      rest: route(
        'GET /admin/clusters',
        'Accounts that seem to belong to one person, the highest score first',
      ),
    })
    .input(clusters.listClustersInput)
    .output(z.array(clusters.cluster))
    .query(({ ctx, input }) => listClusters(ctx.deps, input)),

  getCluster: staffProcedure('withdrawals:read')
    .meta({
      rest: route('GET /admin/clusters/:id', 'A cluster with its members and why they belong together'),
    })
    .input(clusters.getClusterInput)
    .output(clusters.clusterDetail)
    .query(({ ctx, input }) => getCluster(ctx.deps, input)),

  previewCluster: staffProcedure('withdrawals:decide')
    .meta({
      rest: route('GET /admin/clusters/:id/decision', 'What a decision about a cluster would do now', {
        description: 'A decision names the `version` of this answer.',
      }),
    })
    .input(clusters.getClusterInput)
    .output(clusters.clusterPreview)
    .query(({ ctx, input }) => previewCluster(ctx.deps, ctx.staff, input)),

  decideCluster: staffProcedure('withdrawals:decide', 'critical')
    .meta({
      rest: route('POST /admin/clusters/:id/decision', 'Hold, release, pause or dismiss a whole cluster', {
        description:
          'About all members at once, or not at all. Answers 409 `CLUSTER_CHANGED` if the cluster is no longer what the preview showed.',
        errors: ['CLUSTER_CHANGED', 'ALREADY_DECIDED'],
      }),
    })
    .input(clusters.decideClusterInput)
    .output(clusters.clusterDetail)
    .mutation(({ ctx, input }) => decideCluster(ctx.deps, ctx.staff, input)),
}
