import type { adminQuizQuestion, QuizQuestionForm } from '@chuma/contract/tasks/admin-quiz'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertQuestion } from '@chuma/db/queries/tasks/quiz-questions'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { doOnce, type Once } from '../../idempotency/do-once.ts'
import { loadQuizQuestion } from './load-quiz-question.ts'

export async function createQuizQuestion(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, ...form }: QuizQuestionForm & Once,
): Promise<Answer<typeof adminQuizQuestion>> {
  const { secrets } = deps
  const keyed = { secrets, caller: staff.name, operation: 'create-quiz-question', key, request: form }
  const make = async (trx: Trx) => {
    const id = await insertQuestion(trx, form)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'quiz-question.created',
      subject: `question:${id}`,
      after: form,
      address: staff.address,
    })
    return id
  }
  const id = await deps.db.transaction().execute((trx) => doOnce(trx, keyed, () => make(trx)))
  return loadQuizQuestion(deps, id)
}
