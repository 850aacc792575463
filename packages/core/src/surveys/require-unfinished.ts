import type { AttemptStatus } from '@chuma/contract/surveys/surveys'
import { AppError } from '../app-error.ts'

/** What was answered in a survey that ended is evidence of what was paid for: it never changes. */
export function requireUnfinished({ status }: { status: AttemptStatus }): void {
  if (status !== 'started' && status !== 'in_progress') throw new AppError('SURVEY_FINISHED')
}
