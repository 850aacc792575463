import type { Page } from '@chuma/contract/pages'
import type { ProofKind, provenTask } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { listTasksToProve } from '@chuma/db/queries/tasks/tasks'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { taskLink } from './task-link.ts'

/**
 * List tasks for the member's country, newest first, with the member's proof for each. Pending and approved proofs show
 * the points promised when they were submitted.
 */
export async function listProvenTasks(
  { db }: Deps,
  { memberId }: SignedInMember,
  wanted: Page & { kind: ProofKind },
): Promise<Answer<typeof provenTask>[]> {
  const rows = await listTasksToProve(db, { ...wanted, memberId })
  return rows.map(({ state, reason, submittedAt, promisedPoints, ...task }) => ({
    id: task.id,
    title: task.title,
    description: task.description,
    instructions: task.instructions,
    points: state === 'rejected' ? task.points : (promisedPoints ?? task.points),
    url: taskLink(task),
    proof: state && submittedAt ? { state, reason, submittedAt } : null,
  }))
}
