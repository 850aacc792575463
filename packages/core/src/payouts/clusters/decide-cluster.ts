import type { clusterDetail, DecideClusterInput } from '@chuma/contract/payouts/clusters'
import type { Answer } from '@chuma/contract/timestamp'
import { listMemberIds, lockCluster, markEdgesDecided } from '@chuma/db/queries/payouts/cluster-changes'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { getCluster } from './get-cluster.ts'
import { moveCluster } from './move-cluster.ts'
import { requireOutsider } from './require-outsider.ts'
import { stateAfter } from './transitions.ts'

type Detail = Answer<typeof clusterDetail>
/**
 * Decide about all accounts of a cluster at once: all in one transaction, or nothing. Each member gets an entry in the audit log.
 * Holding also holds what they request from now on; a pause mails each member the reason, and each can appeal.
 * @throws AppError NOT_FOUND, CLUSTER_CHANGED if it is no longer what the preview showed, FORBIDDEN to its own members,
 * ALREADY_DECIDED for a decision that its state does not allow
 */
export async function decideCluster(
  deps: Deps,
  staff: StaffActor,
  { id, version, decision, reason }: DecideClusterInput,
): Promise<Detail> {
  await deps.db.transaction().execute(async (trx) => {
    const cluster = await lockCluster(trx, id)
    if (!cluster || cluster.state === 'closed') throw new AppError('NOT_FOUND')
    await requireOutsider(trx, staff, await listMemberIds(trx, [id]))
    if (cluster.version !== version) throw new AppError('CLUSTER_CHANGED')
    await moveCluster(trx, cluster, {
      to: stateAfter(decision),
      by: 'staff',
      actor: staff,
      decision: { by: staff.name, reason },
    })
    await markEdgesDecided(trx, id)
  })
  return getCluster(deps, { id })
}
