import type { ClusterState } from '@chuma/contract/payouts/clusters'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  endClusterHolds,
  type LockedCluster,
  listMemberIds,
  updateClusterState,
} from '@chuma/db/queries/payouts/cluster-changes'
import { holdUnsentWithdrawals } from '@chuma/db/queries/payouts/holds'
import { findOpenPause, lockPayoutsOf } from '@chuma/db/queries/payouts/payout-pauses'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { type Mover, takeStep } from '../../state-machine.ts'
import { pauseLocked } from '../pauses/pause-payouts.ts'
import { releasePayouts } from '../queue/release-payouts.ts'
import { type ClusterEffect, clusterMachine } from './transitions.ts'

type Move = {
  to: ClusterState
  by: Mover
  /** Written in the audit log. */
  actor: StaffActor
  /** Who holds, releases, pauses or dismisses it, and why. Undefined: the last decision stays. */
  decision?: { by: string; reason: string }
}

/**
 * Move a cluster that the caller has locked, with everything that the step brings for its members, in one transaction. Wallets are
 * locked in the order of the members' ids.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveCluster(
  trx: Trx,
  { clusterId, state: from }: LockedCluster,
  { to, by, actor, decision }: Move,
): Promise<void> {
  const effects = await takeStep(clusterMachine, { from, to, by }, () =>
    updateClusterState(trx, clusterId, { from, to, decision }),
  )
  if (!decision) return
  const { reason } = decision
  for (const memberId of await listMemberIds(trx, [clusterId])) {
    await affectMember(trx, actor, { memberId, clusterId, to, reason, effects })
  }
}

type Affecting = {
  memberId: string
  clusterId: string
  to: ClusterState
  reason: string
  effects: readonly ClusterEffect[]
}

/** Do what a decision brings for one member, and write it down. */
export async function affectMember(
  trx: Trx,
  staff: StaffActor,
  { memberId, clusterId, to, reason, effects }: Affecting,
): Promise<void> {
  const member = await lockPayoutsOf(trx, memberId)
  if (!member) return
  const affected = { memberId, email: member.email, reason }
  let withdrawals = 0
  for (const effect of effects) withdrawals += await bringAbout[effect](trx, staff, affected)
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: `cluster.${to}`,
    subject: `member:${memberId}`,
    after: { clusterId, withdrawals },
    reason,
    address: staff.address,
  })
}

type Affected = { memberId: string; email: string; reason: string }

/** Each returns how many withdrawals it changed something for. */
const bringAbout: Record<ClusterEffect, (trx: Trx, staff: StaffActor, member: Affected) => Promise<number>> =
  {
    'hold withdrawals': (trx, _, { memberId }) => holdUnsentWithdrawals(trx, { memberId, reason: 'cluster' }),
    'end holds': async (trx, { name: by }, { memberId, reason }) => {
      const ended = await endClusterHolds(trx, { memberId, by, reason })
      if (ended > 0) await releasePayouts(trx, memberId)
      return ended
    },
    'pause payouts': async (trx, staff, affected) => {
      if (!(await findOpenPause(trx, affected.memberId))) await pauseLocked(trx, staff, affected)
      return 0
    },
  }
