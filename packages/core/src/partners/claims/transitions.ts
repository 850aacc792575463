import type { LockedClaim } from '@chuma/db/queries/partners/claims'
import type { StateMachine } from '../../state-machine.ts'

export type ClaimState = LockedClaim['state']
export type ClaimEffect = 'post claim' | 'tell member'

/** A check constraint of credit_claim requires a reason to decline. Only this table guards the steps. */
export const claimMachine: StateMachine<ClaimState, ClaimEffect> = {
  name: 'Claim',
  refusal: 'ALREADY_DECIDED',
  states: {
    open: 'waits for a decision',
    credited: 'granted and paid',
    declined: 'declined, with a reason',
  },
  begins: [{ to: 'open', by: 'member', when: 'the click brought nothing, and was not claimed before' }],
  moves: {
    staff: [
      {
        from: ['open'],
        to: 'credited',
        when: 'it is not their own, and nothing else paid for the click or its survey',
        does: ['post claim', 'tell member'],
      },
      { from: ['open'], to: 'declined', when: 'it is not their own', does: ['tell member'] },
    ],
    erasure: [{ from: ['open'], to: 'declined', when: 'the account is erased' }],
  },
}
