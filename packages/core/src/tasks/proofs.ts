import type { Answer } from '@chuma/contract/fields'
import { isSafeUrl } from '@chuma/contract/safe-url'
import { isPremiumKind, PROOF_KINDS, TASK_RULES } from '@chuma/contract/tasks/task-kinds'
import type {
  adminProof,
  DecideProofInput,
  ListProofsInput,
  SubmitProofInput,
  submittedProof,
} from '@chuma/contract/tasks/tasks'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  findProofNews,
  findProofRef,
  getProof,
  insertProof,
  type LockedProof,
  listProofs as listRows,
  lockProof,
  type ProofDecision,
  type ProofRef,
  type ProofRow,
  updateProofState,
} from '@chuma/db/queries/tasks/task-proofs'
import { findTask } from '@chuma/db/queries/tasks/tasks'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { bookReward } from '@chuma/db/queries/wallet/wallet'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { passCredit } from '../approvals/limits.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { outdateWaiting } from '../approvals/transitions.ts'
import { requirePremium } from '../auth/sessions.ts'
import { requireAnother } from '../auth/staff.ts'
import type { SignedInMember, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { canMove, type Mover, type StateMachine, takeStep } from '../state-machine.ts'
import { taskLink } from './task-lists.ts'

/**
 * For content and owners: approve a proof and pay the promised points, or reject it with a reason. Of concurrent
 * decisions one counts. A task pays a member once, however many proofs they submit.
 * @throws AppError NOT_FOUND, PROOF_STATE, FORBIDDEN for one's own proof, APPROVAL_PENDING above the day's limit of the caller's person, INVALID_INPUT for a rejection without a reason
 */
export async function decideProof(deps: Deps, staff: StaffActor, input: DecideProofInput) {
  const { id, memberId, decision, reason } = input
  if (decision === 'rejected' && reason === '') {
    throw invalidField('reason', 'REASON_FOR_MEMBER')
  }
  return orAskAnother(deps, staff, async (deps) => {
    const ref = orRefuse(await findProofRef(deps.db, id, memberId), 'NOT_FOUND')
    await requireAnother(deps.db, staff, ref.memberId)
    return deps.db.transaction().execute(async (trx) => {
      // The wallet first, as everywhere, so that decisions and other postings of this member cannot deadlock.
      await lockWallet(trx, ref.memberId)
      const proof = await lockProof(trx, ref)
      const points = decision === 'approved' ? proof.points : 0
      const isPaid = canMove(proofMachine, { from: proof.state, to: decision, by: 'staff' }) && points > 0
      const change = { before: { state: proof.state }, after: { state: decision, points } }
      const acts = isPaid
        ? await passCredit(
            { deps, trx, staff },
            { kind: 'decide-proof', subject: `proof:${id}`, payload: input, ...change, points, reason },
          )
        : {}
      await moveProof(trx, proof, {
        to: decision,
        by: 'staff',
        reason: reason || null,
        decidedBy: staff.name,
      })
      await recordAct(trx, staff, {
        action: `proof.${decision}`,
        subject: `proof:${id}`,
        before: change.before,
        after: { ...change.after, ...acts },
        reason,
      })
      return describeProof(await getProof(trx, ref))
    })
  })
}

type AdminProof = Answer<typeof adminProof>

/** List proofs of all members, oldest first. */
export async function listProofs({ db }: Deps, input: ListProofsInput): Promise<AdminProof[]> {
  return (await listRows(db, input)).map(describeProof)
}

/** Describe a proof for staff. It becomes a link only if it is safe: staff are the first to meet a hostile one. */
function describeProof({ url, ...row }: ProofRow): AdminProof {
  return {
    ...row,
    proofUrl: isSafeUrl(row.proof) ? row.proof : null,
    taskUrl: taskLink({ kind: row.kind, url }),
  }
}

type Move = ProofDecision & { to: ProofState; by: Mover }

/**
 * Move a proof that the caller has locked, and pay it when it is approved.
 * @throws AppError PROOF_STATE for a step that is not in the table
 */
export async function moveProof(trx: Trx, proof: LockedProof, { to, by, ...decision }: Move): Promise<void> {
  const from = proof.state
  const effects = await takeStep(proofMachine, { from, to, by }, () =>
    updateProofState(trx, proof, { ...decision, from, to }),
  )
  const subject = `proof:${proof.proofId}`
  await outdateWaiting(trx, { subject, kinds: ['decide-proof'], by, actor: decision.decidedBy })
  for (const effect of effects) await bringAbout[effect](trx, proof, decision)
}

const bringAbout: Record<
  ProofEffect,
  (trx: Trx, proof: LockedProof, decision: ProofDecision) => Promise<unknown>
> = {
  'post reward': (trx, { memberId, kind, taskId, points, title }, { decidedBy }) =>
    bookReward(trx, {
      memberId,
      kind,
      points,
      // The task's key, not the proof's: two proofs of one task are one cause.
      sourceKey: `${kind}:${taskId}`,
      description: `${TASK_RULES[kind].name}: ${title}`,
      subjectId: taskId,
      actor: decidedBy,
    }),
  'tell member': (trx, { memberId, proofId }) => insertJob(trx, 'send-proof-decided', { memberId, proofId }),
}

type ProofState = LockedProof['state']
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

/**
 * Submit a proof of a task, and promise its points. Once per task; another try is possible only after a
 * rejection. A unique index decides between concurrent proofs.
 * @throws AppError NOT_FOUND, PREMIUM_REQUIRED for a kind of premium, PROOF_STATE
 */
export async function submitProof(
  { db }: Deps,
  member: SignedInMember,
  { id: taskId, proof, kind }: SubmitProofInput,
): Promise<Answer<typeof submittedProof>> {
  const { memberId } = member
  const task = await findTask(db, { memberId, taskId, kinds: kind ? [kind] : PROOF_KINDS })
  if (!task) throw new AppError('NOT_FOUND')
  if (isPremiumKind(task.kind)) requirePremium(member)
  const submitted = await insertProof(db, {
    memberId,
    taskId,
    kind: task.kind,
    proof,
    points: task.points,
  })
  if (!submitted) {
    throw new AppError('PROOF_STATE', { why: 'handedIn' })
  }
  return submitted
}

/** Job: mail a member the decision about their proof. Retried until the mail is accepted. */
export async function sendProofDecided(deps: Deps, ref: ProofRef): Promise<void> {
  const found = await findProofNews(deps.db, ref)
  if (!found) return
  const { email, firstName, title, points, state, reason } = found
  const news = { to: email, firstName, title }
  if (state === 'approved') await deps.mail('sendProofApproved', { ...news, points })
  if (state === 'rejected') await deps.mail('sendProofRejected', { ...news, reason: reason ?? '' })
}
