import type { Answer } from '@chuma/contract/fields'
import type {
  ClusterDecision,
  ClusterState,
  clusterDetail,
  clusterMember,
  DecideClusterInput,
  ListClustersInput,
} from '@chuma/contract/payouts/clusters'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { listMembersOf } from '@chuma/db/queries/auth/people'
import {
  endClusterHolds,
  type LockedCluster,
  listMemberIds,
  lockCluster,
  markEdgesDecided,
  updateClusterState,
} from '@chuma/db/queries/payouts/cluster-changes'
import {
  countClusterHolds,
  findCluster,
  listClusters as list,
  listEdgesOfCluster,
  listMembersOfCluster,
} from '@chuma/db/queries/payouts/clusters'
import { holdUnsentWithdrawals } from '@chuma/db/queries/payouts/holds'
import { findOpenPause, lockPayoutsOf } from '@chuma/db/queries/payouts/payout-pauses'
import { AppError, orRefuse } from '../../app-error.ts'
import { listDeciders } from '../../auth/staff.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { canMove, type Mover, type StateMachine, takeStep } from '../../state-machine.ts'
import { pauseLocked, releasePayouts } from '../pauses.ts'

/**
 * For finance and owners: tell what a decision about a cluster would do now. The decision names the version it was made on.
 * @throws AppError NOT_FOUND
 */
export function previewCluster({ db }: Pick<Deps, 'db'>, staff: StaffActor, { id }: { id: string }) {
  // One snapshot, so that the version belongs to the members.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const found = orRefuse(await findCluster(trx, id), 'NOT_FOUND')
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

/** Which of these members are accounts of the person who decides, or of who approved it. */
async function listOwnAccounts(db: Db, staff: StaffActor, memberIds: readonly string[]): Promise<string[]> {
  const own = new Set<string>()
  for (const { name } of listDeciders(staff)) {
    for (const memberId of await listMembersOf(db, name)) own.add(memberId)
    if (name.startsWith('member:')) own.add(name.slice('member:'.length))
  }
  return memberIds.filter((memberId) => own.has(memberId))
}

/**
 * Require that staff decide nothing about a cluster that they are in, not even about its other members: a farm of their own would
 * be released around them.
 * @throws AppError FORBIDDEN
 */
async function requireOutsider(db: Db, staff: StaffActor, memberIds: readonly string[]): Promise<void> {
  if ((await listOwnAccounts(db, staff, memberIds)).length > 0)
    throw new AppError('FORBIDDEN', { why: 'ownCase' })
}

/** What a decision brings, for each member of the cluster. */
type ClusterEffect = 'hold withdrawals' | 'end holds' | 'pause payouts'

const outsider = 'nobody who decides is one of its members'

/** Clusters of accounts that seem to belong to one person. Only this table guards the steps. */
export const clusterMachine: StateMachine<ClusterState, ClusterEffect> = {
  name: 'Cluster',
  refusal: 'ALREADY_DECIDED',
  states: {
    found: 'waits for a decision, if its score calls for one',
    held: 'withdrawals of all members are on hold, new ones too',
    paused: 'payouts of all members are paused, and each can appeal',
    released: 'staff have ended the holds',
    dismissed: 'staff say that these are different people',
    closed: 'merged into an older one, or its members no longer belong together',
  },
  begins: [{ to: 'found', by: 'worker', when: 'three accounts or more belong together' }],
  moves: {
    staff: [
      {
        from: ['found', 'paused', 'released', 'dismissed'],
        to: 'held',
        when: outsider,
        does: ['hold withdrawals'],
      },
      { from: ['held'], to: 'released', when: outsider, does: ['end holds'] },
      {
        from: ['found', 'held', 'released'],
        to: 'paused',
        when: outsider,
        does: ['end holds', 'pause payouts'],
      },
      { from: ['found', 'held', 'released'], to: 'dismissed', when: outsider, does: ['end holds'] },
    ],
    worker: [
      {
        from: ['paused', 'released', 'dismissed'],
        to: 'found',
        when: 'an account or a reason is new since the decision',
      },
      {
        from: ['found', 'paused', 'released', 'dismissed'],
        to: 'held',
        when: 'a held cluster turns out to belong to it',
        does: ['hold withdrawals'],
      },
      {
        from: ['found', 'held', 'paused', 'released', 'dismissed'],
        to: 'closed',
        when: 'its members are in another cluster, or no longer belong together',
      },
    ],
  },
}

const STATES: Readonly<Record<ClusterDecision, ClusterState>> = {
  hold: 'held',
  release: 'released',
  pause: 'paused',
  dismiss: 'dismissed',
}

const stateAfter = (decision: ClusterDecision): ClusterState => STATES[decision]

/** The decisions that staff can take in a state. */
function listDecisions(from: ClusterState): ClusterDecision[] {
  const decisions = Object.keys(STATES) as ClusterDecision[]
  return decisions.filter((decision) => canMove(clusterMachine, { from, to: STATES[decision], by: 'staff' }))
}

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

type Member = Answer<typeof clusterMember>

/** List clusters that are not closed, the highest score first, with what is at stake. */
export async function listClusters({ db, economy }: Pick<Deps, 'db' | 'economy'>, input: ListClustersInput) {
  const { kesPerPoint } = await economy()
  return (await list(db, input)).map((row) => ({ ...row, amountKes: row.points * kesPerPoint }))
}

/**
 * Read a cluster with its members and why they belong together.
 * @throws AppError NOT_FOUND
 */
export async function getCluster({ db, economy }: Pick<Deps, 'db' | 'economy'>, { id }: { id: string }) {
  const { kesPerPoint } = await economy()
  const found = orRefuse(await findCluster(db, id), 'NOT_FOUND')
  const edges = await listEdgesOfCluster(db, id)
  const kinds = new Map<string, Set<Member['edgeKinds'][number]>>()
  for (const { memberId, otherId, kind } of edges) {
    for (const end of [memberId, otherId]) kinds.set(end, (kinds.get(end) ?? new Set()).add(kind))
  }
  const members = (await listMembersOfCluster(db, id)).map((member) => ({
    ...member,
    edgeKinds: [...(kinds.get(member.userId) ?? [])].sort(),
  }))
  return { ...found, amountKes: found.points * kesPerPoint, members, edges }
}

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
  await recordAct(trx, staff, {
    action: `cluster.${to}`,
    subject: `member:${memberId}`,
    after: { clusterId, withdrawals },
    reason,
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
