import type { adminQuizQuestion, UpdateQuizQuestionInput } from '@chuma/contract/tasks/admin-quiz'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockQuestion, updateQuestion } from '@chuma/db/queries/tasks/quiz-questions'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { loadQuizQuestion } from './load-quiz-question.ts'

/**
 * Change a question. Members who have opened today's quiz keep its earlier text, and are graded by that.
 * @throws AppError NOT_FOUND, CATALOGUE_STATE if `version` is outdated
 */
export async function updateQuizQuestion(
  deps: Deps,
  staff: StaffActor,
  { id, version, ...form }: UpdateQuizQuestionInput,
): Promise<Answer<typeof adminQuizQuestion>> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockQuestion(trx, id)
    if (!before) throw new AppError('NOT_FOUND')
    if (before.version !== version) throw new AppError('CATALOGUE_STATE')
    await updateQuestion(trx, id, form)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'quiz-question.updated',
      subject: `question:${id}`,
      before,
      after: form,
      address: staff.address,
    })
  })
  return loadQuizQuestion(deps, id)
}
