import type { PayoutState, WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import type { LockedAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import type { StateMachine } from '../state-machine.ts'

type Columns = { status: WithdrawalStatus; payoutState: PayoutState | null }

/** A withdrawal's state is two columns: `status` (SPEC §4), and the state of its payout once it is approved. */
export const withdrawalColumns = {
  pending: { status: 'pending', payoutState: null },
  manual: { status: 'approved', payoutState: 'manual' },
  queued: { status: 'approved', payoutState: 'queued' },
  sending: { status: 'approved', payoutState: 'sending' },
  sent: { status: 'approved', payoutState: 'sent' },
  unknown: { status: 'approved', payoutState: 'unknown' },
  needs_review: { status: 'approved', payoutState: 'needs_review' },
  paid: { status: 'paid', payoutState: 'paid' },
  rejected: { status: 'rejected', payoutState: null },
  failed: { status: 'rejected', payoutState: 'failed' },
  returned: { status: 'rejected', payoutState: 'returned' },
  cancelled: { status: 'rejected', payoutState: 'cancelled' },
} as const satisfies Record<string, Columns>

export type WithdrawalState = keyof typeof withdrawalColumns

export function stateOf({ status, payoutState }: Columns): WithdrawalState {
  for (const state of Object.keys(withdrawalColumns) as WithdrawalState[]) {
    const columns = withdrawalColumns[state]
    if (columns.status === status && columns.payoutState === payoutState) return state
  }
  throw new Error(`no withdrawal is ${status} with its payout ${payoutState}`)
}

export type WithdrawalEffect =
  | 'post payout'
  | 'post release'
  | 'post return'
  | 'post late payout'
  | 'record withheld tax'
  | 'reverse withheld tax'
  | 'tell member'
  | 'settle referral'

type Effects = readonly WithdrawalEffect[]
const PAID: Effects = ['post payout', 'record withheld tax', 'tell member', 'settle referral']
const REJECTED: Effects = ['post release', 'tell member']
const RETURNED: Effects = ['post return', 'reverse withheld tax', 'tell member', 'settle referral']
const PAID_LATE: Effects = ['post late payout', 'record withheld tax', 'tell member', 'settle referral']

const NOT_SENT = ['pending', 'manual', 'queued'] as const
const REJECTABLE = ['pending', 'manual', 'needs_review'] as const
/** States in which the provider may still send results. */
const OPEN = ['queued', 'sending', 'sent', 'unknown', 'needs_review'] as const

/**
 * SPEC §4: rejected and paid are final, except that money comes back, or arrives late (docs/decisions/0084): only staff take these
 * steps, with evidence. The trigger guard_withdrawal also guards `status`, and check constraints tie each `status` to its payout
 * states. Only this table guards the steps between payout states.
 */
export const withdrawalMachine: StateMachine<WithdrawalState, WithdrawalEffect> = {
  name: 'Withdrawal',
  refusal: 'WITHDRAWAL_STATE',
  states: {
    pending: 'waits for a decision, its points held',
    manual: 'approved, and a person pays it',
    queued: 'approved, and waits to be sent to the provider',
    sending: 'approved, and may be on its way',
    sent: 'approved, and accepted by the provider',
    unknown: 'approved, and nobody knows whether it was paid',
    needs_review: 'approved, and a person has to find out',
    paid: 'paid, its points gone',
    rejected: 'rejected, its points back',
    failed: 'rejected after an attempt to pay it, its points back',
    returned: 'paid, and the money came back',
    cancelled: 'taken back by the member before a decision, its points back',
  },
  begins: [{ to: 'pending', by: 'member', when: 'the points are there and are held with it' }],
  moves: {
    member: [{ from: ['pending'], to: 'cancelled', when: 'they ask for it', does: ['post release'] }],
    staff: [
      { from: ['pending'], to: 'queued', when: 'all approvals are there' },
      { from: ['pending'], to: 'manual', when: 'all approvals are there, and no provider pays this method' },
      { from: ['manual', 'queued'], to: 'pending', when: 'no attempt was ever sent' },
      {
        from: NOT_SENT,
        to: 'rejected',
        when: 'a reason is given, and there was no attempt before',
        does: REJECTED,
      },
      {
        from: REJECTABLE,
        to: 'failed',
        when: 'a reason is given, and there was an attempt before',
        does: REJECTED,
      },
      { from: ['manual'], to: 'paid', when: 'a person has paid it', does: PAID },
      { from: ['unknown', 'needs_review'], to: 'paid', when: 'a receipt of its own proves it', does: PAID },
      {
        from: ['queued'],
        to: 'paid',
        when: 'a restored backup has it as unpaid, and a receipt of its own proves it',
        does: PAID,
      },
      {
        from: ['needs_review'],
        to: 'queued',
        when: 'the last attempt failed, and none was reported as paid',
      },
      {
        from: ['needs_review'],
        to: 'manual',
        when: 'the last attempt failed, and no provider pays this method',
      },
      { from: ['paid'], to: 'returned', when: 'two people say so, with evidence', does: RETURNED },
      {
        from: ['rejected', 'failed'],
        to: 'paid',
        when: 'two people say so, and a receipt of its own proves it',
        does: PAID_LATE,
      },
    ],
    worker: [
      { from: ['pending'], to: 'queued', when: "the owner's rule approves it" },
      {
        from: ['queued'],
        to: 'pending',
        when: 'the rule approved it, its switch is thrown, and no attempt was ever sent',
      },
      { from: ['queued'], to: 'queued', when: 'a limit or the float holds it back, or the provider changed' },
      { from: ['queued'], to: 'sending', when: 'no pause, stop or limit holds it back' },
      { from: ['queued'], to: 'manual', when: 'no provider pays this method any more' },
      {
        from: ['queued'],
        to: 'needs_review',
        when: 'it exceeds the limit of a whole day, or the switch of automatic payout is thrown after an attempt',
      },
      { from: ['sending'], to: 'sent', when: 'the provider accepts it' },
      { from: ['sending'], to: 'queued', when: 'it certainly did not leave, and a retry may help' },
      { from: ['sending'], to: 'unknown', when: 'no clear answer came, or the sender died' },
      {
        from: ['queued'],
        to: 'unknown',
        when: 'its provider was asked, said that it was busy, and is replaced',
      },
      { from: ['sending'], to: 'needs_review', when: 'the provider will never take it, or is gone' },
      { from: ['sent', 'unknown'], to: 'needs_review', when: 'the provider never says what became of it' },
    ],
    provider: [
      { from: ['queued', 'sending', 'sent'], to: 'unknown', when: 'its message proves nothing' },
      {
        from: OPEN,
        to: 'paid',
        when: 'ids, amount and number agree, and the receipt is its own',
        does: PAID,
      },
      {
        from: OPEN,
        to: 'failed',
        when: 'the member has to fix the cause, and no attempt was reported as paid',
        does: REJECTED,
      },
      { from: OPEN, to: 'needs_review', when: 'its message does not fit, or we have to fix the cause' },
      { from: OPEN, to: 'queued', when: 'it failed under too much traffic, and a new attempt waits' },
      { from: OPEN, to: 'manual', when: 'it failed under too much traffic, and no provider is left' },
    ],
  },
}

/** States in which nothing is held any more. Some are left again, because of what happens to the money. */
export function isSettled(state: WithdrawalState): boolean {
  return withdrawalColumns[state].status === 'paid' || withdrawalColumns[state].status === 'rejected'
}

export type AttemptState = LockedAttempt['state']
const IN_FLIGHT = ['sending', 'sent', 'unknown'] as const
const UNDECIDED = ['prepared', 'sending', 'sent', 'unknown', 'needs_review'] as const

/** The index payout_attempt_one_open allows a new attempt only after the last one failed or was not sent. */
export const attemptMachine: StateMachine<AttemptState> = {
  name: 'Payout attempt',
  refusal: 'WITHDRAWAL_STATE',
  states: {
    prepared: 'certainly not sent yet',
    sending: 'may have been sent',
    sent: 'accepted by the provider',
    unknown: 'nobody knows whether it was paid',
    needs_review: 'a person has to find out',
    paid: 'paid, with a receipt',
    failed: 'certainly not paid',
    not_sent: 'given up before it was sent',
  },
  begins: [
    { to: 'prepared', by: 'staff', when: 'a withdrawal is approved or tried again' },
    { to: 'prepared', by: 'provider', when: 'the last attempt failed under too much traffic' },
    { to: 'prepared', by: 'worker', when: 'the provider of the last one gets no new payments' },
  ],
  moves: {
    staff: [
      { from: ['prepared'], to: 'not_sent', when: 'the withdrawal is rejected, or its approval undone' },
      { from: ['unknown', 'needs_review'], to: 'paid', when: 'a receipt of its own proves it' },
      {
        from: ['prepared'],
        to: 'paid',
        when: 'a restored backup has it as unsent, and a receipt of its own proves it',
      },
      { from: ['needs_review'], to: 'failed', when: "the provider's statement shows no payment" },
    ],
    worker: [
      { from: ['prepared'], to: 'sending', when: 'no pause, stop or limit holds it back' },
      {
        from: ['prepared'],
        to: 'not_sent',
        when: 'no limit will let it pass, its provider gets no new payments, or the switch of automatic payout is thrown',
      },
      {
        from: ['prepared'],
        to: 'needs_review',
        when: 'it is given up after the provider was asked, and said that it was busy',
      },
      {
        from: ['prepared'],
        to: 'unknown',
        when: 'the provider was asked, said that it was busy, and gets no new payments',
      },
      { from: ['sending'], to: 'sent', when: 'the provider accepts it' },
      { from: ['sending'], to: 'prepared', when: 'it certainly did not leave, and a retry may help' },
      { from: ['sending'], to: 'not_sent', when: 'the provider will never take it' },
      { from: ['sending'], to: 'unknown', when: 'no clear answer came, or the sender died' },
      { from: IN_FLIGHT, to: 'needs_review', when: 'the provider never says what became of it, or is gone' },
    ],
    provider: [
      { from: ['prepared', 'sending', 'sent'], to: 'unknown', when: 'its message proves nothing' },
      { from: ['prepared'], to: 'not_sent', when: 'an earlier attempt is reported as paid' },
      { from: UNDECIDED, to: 'paid', when: 'ids, amount and number agree, and the receipt is its own' },
      { from: UNDECIDED, to: 'failed', when: 'it says so, and no attempt was reported as paid' },
      { from: UNDECIDED, to: 'needs_review', when: 'its message does not fit' },
    ],
  },
}
