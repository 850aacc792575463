import type { AdminProof, DecideProofInput } from '@chuma/contract/tasks/tasks'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  findProofRef,
  getProof,
  lockProof,
  type ProofRef,
  updateProof,
} from '@chuma/db/queries/tasks/task-proofs'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../../payouts/approvals/require-another.ts'
import { postReward } from '../../wallet/post-reward.ts'
import { describeProof } from './list-proofs.ts'

/**
 * For content and owners: approves a proof and pays what was promised for it, or rejects it with a reason, once. Of any
 * number of decisions at the same time one takes effect. A task pays a member once in his life, whatever he hands in.
 * @throws AppError NOT_FOUND, PROOF_STATE, FORBIDDEN for one's own proof, INVALID_INPUT for a rejection without a reason
 */
export async function decideProof(
  deps: Deps,
  staff: StaffActor,
  { id, memberId, decision, reason }: DecideProofInput,
): Promise<AdminProof> {
  if (decision === 'rejected' && reason === '') {
    throw invalidField('reason', 'Give a reason: the member will read it')
  }
  const ref = await findProofRef(deps.db, id, memberId)
  if (!ref) throw new AppError('NOT_FOUND')
  requireAnother(staff, ref.memberId)
  return deps.db.transaction().execute(async (trx) => {
    // The wallet first, as everywhere: a decision and whatever else moves this member's points never wait for each other.
    await lockWallet(trx, ref.memberId)
    const proof = await lockProof(trx, ref)
    if (proof.state !== 'submitted') throw new AppError('PROOF_STATE')
    await updateProof(trx, ref, { state: decision, reason: reason || null, decidedBy: staff.name })
    if (decision === 'approved') await pay(trx, { ref, proof, actor: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: `proof.${decision}`,
      subject: `proof:${id}`,
      before: { state: proof.state },
      after: { state: decision, points: decision === 'approved' ? proof.points : 0 },
      reason,
      address: staff.address,
    })
    await insertJob(trx, 'send-proof-decided', ref)
    return describeProof(await getProof(trx, ref))
  })
}

type Approved = { ref: ProofRef; proof: Awaited<ReturnType<typeof lockProof>>; actor: string }

function pay(trx: Trx, { ref, proof, actor }: Approved) {
  const { kind, taskId, points, title } = proof
  return postReward(trx, ref.memberId, {
    kind,
    points,
    // The task's and not the proof's: two proofs of one task would still be one cause.
    sourceKey: `${kind}:${taskId}`,
    description: `${kind === 'social' ? 'Social task' : 'Micro-job'}: ${title}`,
    subjectId: taskId,
    actor,
  })
}
