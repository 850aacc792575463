import type { LockedProof } from '@chuma/db/queries/tasks/task-proofs'
import type { StateMachine } from '../../state-machine.ts'

export type ProofState = LockedProof['state']
export type ProofEffect = 'post reward' | 'tell member'

/**
 * A check constraint of task_proof requires a reason to reject; the index task_proof_once allows another proof only after a
 * rejection. Only this table guards the steps.
 */
export const proofMachine: StateMachine<ProofState, ProofEffect> = {
  name: 'Proof',
  refusal: 'PROOF_STATE',
  states: {
    submitted: 'waits for a decision',
    approved: 'approved and paid',
    rejected: 'rejected, with a reason',
  },
  begins: [{ to: 'submitted', by: 'member', when: 'no other proof of the task waits or was approved' }],
  moves: {
    staff: [
      {
        from: ['submitted'],
        to: 'approved',
        when: 'it is not their own',
        does: ['post reward', 'tell member'],
      },
      {
        from: ['submitted'],
        to: 'rejected',
        when: 'it is not their own, and a reason is given',
        does: ['tell member'],
      },
    ],
    erasure: [{ from: ['submitted'], to: 'rejected', when: 'the account is erased' }],
  },
}
