import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { type LockedProof, type ProofDecision, updateProofState } from '@chuma/db/queries/tasks/task-proofs'
import { bookReward } from '@chuma/db/queries/wallet/rewards'
import { outdateWaiting } from '../../admin/approvals/outdate-waiting.ts'
import { type Mover, takeStep } from '../../state-machine.ts'
import { type ProofEffect, type ProofState, proofMachine } from './transitions.ts'

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
      description: `${kind === 'social' ? 'Social task' : 'Micro-job'}: ${title}`,
      subjectId: taskId,
      actor: decidedBy,
    }),
  'tell member': (trx, { memberId, proofId }) => insertJob(trx, 'send-proof-decided', { memberId, proofId }),
}
