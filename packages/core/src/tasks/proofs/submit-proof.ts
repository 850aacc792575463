import type { SubmitProofInput, submittedProof } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { insertProof } from '@chuma/db/queries/tasks/task-proofs'
import { findTask } from '@chuma/db/queries/tasks/tasks'
import { AppError } from '../../app-error.ts'
import { requirePremium } from '../../auth/require-premium.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/**
 * Submit a proof of a social task or micro-job, and promise its points. Once per task; another try is possible only after a
 * rejection. A unique index decides between concurrent proofs.
 * @throws AppError NOT_FOUND, PREMIUM_REQUIRED for a social task, PROOF_STATE
 */
export async function submitProof(
  { db }: Deps,
  member: SignedInMember,
  { id: taskId, proof, kind }: SubmitProofInput,
): Promise<Answer<typeof submittedProof>> {
  const { memberId } = member
  const task = await findTask(db, { memberId, taskId, kinds: kind ? [kind] : ['social', 'micro-job'] })
  if (!task) throw new AppError('NOT_FOUND')
  const isSocial = task.kind === 'social'
  if (isSocial) requirePremium(member)
  const submitted = await insertProof(db, {
    memberId,
    taskId,
    kind: isSocial ? 'social' : 'micro-job',
    proof,
    points: task.points,
  })
  if (!submitted) {
    throw new AppError('PROOF_STATE', { why: 'handedIn' })
  }
  return submitted
}
