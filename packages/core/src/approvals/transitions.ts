import type { ApprovalKind, ApprovalState } from '@chuma/contract/admin/approval-kinds'
import type { Trx } from '@chuma/db/client'
import { type ApprovalEnd, lockWaitingAbout, updateApprovalState } from '@chuma/db/queries/admin/approvals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { isSamePerson } from '@chuma/db/queries/auth/people'
import { type Mover, type StateMachine, takeStep } from '../state-machine.ts'

type Decided = {
  /** One, or as many as are decided at once. */
  subject: string | readonly string[]
  kinds: readonly ApprovalKind[]
  by: Mover
  /** Who decided the subject otherwise. */
  actor: string
  /** The status that staff gave a withdrawal alone: a request of another person for the same has been granted by that. */
  agreed?: string | undefined
  /** Leaves requests alone that someone is deciding now: for subjects that the caller has not locked. */
  skipsLocked?: boolean
}

/**
 * End the requests that wait for what has just happened in another way, or cannot happen any more. In the transaction of that
 * change, after its subject was locked: a request that is being executed holds the same lock.
 */
export async function outdateWaiting(
  trx: Trx,
  { subject, kinds, by, actor, agreed, skipsLocked = false }: Decided,
): Promise<void> {
  const subjects = typeof subject === 'string' ? [subject] : subject
  for (const request of await lockWaitingAbout(trx, { subjects, kinds, skipsLocked })) {
    const { approvalId, kind, requestedBy } = request
    const isAgreed = agreed !== undefined && agreed === request.outcome
    const to = isAgreed && !(await isSamePerson(trx, actor, requestedBy)) ? 'executed' : 'outdated'
    await moveApproval(trx, request, {
      to,
      by: by === 'staff' || by === 'erasure' ? by : 'worker',
      decidedBy: actor,
      note: null,
    })
    await insertAuditEntry(trx, {
      actor,
      action: `approval.${to}`,
      subject: `approval:${approvalId}`,
      before: { state: 'waiting' },
      after: { state: to, kind, subject: request.subject, requestedBy },
      address: null,
    })
  }
}

type Located = { approvalId: string; state: ApprovalState }

/**
 * Move a request that the caller has locked.
 * @throws AppError APPROVAL_STATE for a step that is not in the table
 */
export async function moveApproval(
  trx: Trx,
  { approvalId, state: from }: Located,
  { to, by, ...end }: ApprovalEnd & { to: ApprovalState; by: Mover },
): Promise<void> {
  await takeStep(approvalMachine, { from, to, by }, () =>
    updateApprovalState(trx, approvalId, { ...end, from, to }),
  )
}

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
      {
        from: ['waiting'],
        to: 'executed',
        when: 'another person approves it, or alone decides the same, and it is still possible',
      },
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

/** For the audit entry of a change: under which approval it happened. Empty without one. */
export type ApprovedBy = { approvalId?: string; approvedBy?: string }
