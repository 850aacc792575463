import type { ApprovalState } from '@chuma/contract/admin/approvals/approval-kinds'
import type { StateMachine } from '../../state-machine.ts'

/** The trigger guard_approval_request also keeps every decision final. */
export const approvalMachine: StateMachine<ApprovalState> = {
  name: 'Approval request',
  refusal: 'APPROVAL_STATE',
  states: {
    waiting: 'waits for a second person; nothing of it has happened',
    executed: 'approved, and done in the same transaction',
    refused: 'not approved',
    withdrawn: 'taken back by its requester',
    expired: 'nobody decided in time',
    outdated: 'what it was about has changed',
  },
  begins: [
    { to: 'waiting', by: 'staff', when: 'a change is above a limit, and no request for exactly it waits' },
  ],
  moves: {
    staff: [
      { from: ['waiting'], to: 'executed', when: 'another person approves it, and it is still possible' },
      {
        from: ['waiting'],
        to: 'refused',
        when: 'another person refuses it, or its requester may not do it any more',
      },
      { from: ['waiting'], to: 'withdrawn', when: 'its requester takes it back' },
      { from: ['waiting'], to: 'expired', when: 'its requester asks again after its time' },
      {
        from: ['waiting'],
        to: 'outdated',
        when: 'its subject is decided otherwise; or another person approves it, or its requester asks again, and its subject has changed',
      },
    ],
    worker: [
      { from: ['waiting'], to: 'executed', when: 'nobody else could approve it, and its delay is over' },
      { from: ['waiting'], to: 'refused', when: 'its requester may not do it any more' },
      {
        from: ['waiting'],
        to: 'outdated',
        when: 'its subject is decided otherwise; or its delay is over, and its subject has changed',
      },
      { from: ['waiting'], to: 'expired', when: 'its time is over' },
    ],
    erasure: [{ from: ['waiting'], to: 'outdated', when: 'the account it is about is erased' }],
  },
}
