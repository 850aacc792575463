import type { Deps } from '@chuma/core/deps'
import { findClusters } from '@chuma/core/payouts/clusters/keep-clusters'
import { clusterOf, givenFarm } from '@chuma/core/payouts/clusters/testing'

/** A farm of three, and the decision to hold it. */
export async function givenCluster(deps: Deps) {
  const [first = ''] = await givenFarm(deps.db, { size: 3, paidToOne: 3 })
  await findClusters(deps)
  const id = (await clusterOf(deps.db, first)) ?? ''
  return { id, version: 1, decision: 'hold', reason: 'Because' }
}
