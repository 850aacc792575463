import type { ClusterDecision, ClusterState } from '@chuma/contract/payouts/clusters'
import { canMove, type StateMachine } from '../../state-machine.ts'

/** What a decision brings, for each member of the cluster. */
export type ClusterEffect = 'hold withdrawals' | 'end holds' | 'pause payouts'

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

export const stateAfter = (decision: ClusterDecision): ClusterState => STATES[decision]

/** The decisions that staff can take in a state. */
export function listDecisions(from: ClusterState): ClusterDecision[] {
  const decisions = Object.keys(STATES) as ClusterDecision[]
  return decisions.filter((decision) => canMove(clusterMachine, { from, to: STATES[decision], by: 'staff' }))
}
