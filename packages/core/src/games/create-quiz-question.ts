import type { AdminQuizQuestion, QuizQuestionForm } from '@chuma/contract/admin-quiz'
import { insertAuditEntry } from '@chuma/db/queries/audit'
import { insertQuestion } from '@chuma/db/queries/quiz-questions'
import type { StaffActor } from '../admin/require-staff.ts'
import type { Deps } from '../deps.ts'
import { loadQuizQuestion } from './load-quiz-question.ts'

export async function createQuizQuestion(
  deps: Deps,
  staff: StaffActor,
  form: QuizQuestionForm,
): Promise<AdminQuizQuestion> {
  const id = await deps.db.transaction().execute(async (trx) => {
    const id = await insertQuestion(trx, form)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'quiz-question.created',
      subject: `question:${id}`,
      after: form,
      address: staff.address,
    })
    return id
  })
  return loadQuizQuestion(deps, id)
}
