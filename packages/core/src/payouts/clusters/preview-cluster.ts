import type { ClusterPreview } from '@chuma/contract/payouts/clusters'
import { countClusterHolds, findCluster, listMembersOfCluster } from '@chuma/db/queries/payouts/clusters'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { listOwnAccounts } from './require-outsider.ts'
import { listDecisions } from './transitions.ts'

/**
 * For finance and owners: tell what a decision about a cluster would do now. The decision names the version it was made on.
 * @throws AppError NOT_FOUND
 */
export function previewCluster(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id }: { id: string },
): Promise<ClusterPreview> {
  // One snapshot, so that the version belongs to the members.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const found = await findCluster(trx, id)
      if (!found) throw new AppError('NOT_FOUND')
      const members = await listMembersOfCluster(trx, id)
      const own = await listOwnAccounts(
        trx,
        staff,
        members.map(({ userId }) => userId),
      )
      const sum = (read: (member: (typeof members)[number]) => number) =>
        members.reduce((total, member) => total + read(member), 0)
      return {
        version: found.version,
        state: found.state,
        memberCount: members.length,
        openWithdrawals: sum(({ openWithdrawals }) => openWithdrawals),
        openKes: sum(({ openKes }) => openKes),
        paidKes: sum(({ paidKes }) => paidKes),
        pausedCount: members.filter(({ isPaused }) => isPaused).length,
        heldWithdrawals: await countClusterHolds(trx, id),
        ownAccounts: members.filter(({ userId }) => own.includes(userId)).map(({ userName }) => userName),
        decisions: own.length > 0 ? [] : listDecisions(found.state),
      }
    })
}
