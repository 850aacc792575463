import type { RetiredRow, RetireInput } from '@chuma/contract/tasks/admin-quiz'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockQuestion, retireQuestion } from '@chuma/db/queries/tasks/quiz-questions'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * Remove a question from the quiz and every list. Its answers stay, and members who have it in today's quiz are still
 * graded.
 * @throws AppError NOT_FOUND, CATALOGUE_STATE if `version` is outdated
 */
export async function retireQuizQuestion(
  deps: Deps,
  staff: StaffActor,
  { id, version }: RetireInput,
): Promise<RetiredRow> {
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockQuestion(trx, id)
    if (!before) throw new AppError('NOT_FOUND')
    if (before.version !== version) throw new AppError('CATALOGUE_STATE')
    await retireQuestion(trx, id)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'quiz-question.retired',
      subject: `question:${id}`,
      before,
      address: staff.address,
    })
    return { id }
  })
}
