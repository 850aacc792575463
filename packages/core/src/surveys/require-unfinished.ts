import type { AttemptStatus } from '@chuma/contract/surveys'
import { AppError } from '../app-error.ts'

/** What was answered in a survey that ended is evidence of what was paid for: it never changes. */
export function requireUnfinished({ status }: { status: AttemptStatus }): void {
  if (status === 'started' || status === 'in_progress') return
  const message = 'You have already finished this survey. Its answers can no longer change.'
  throw new AppError('INVALID_INPUT', { message, fieldErrors: { surveyId: [message] } })
}
