import type { AttemptStatus } from '@chuma/contract/surveys/surveys'
import { AppError } from '../app-error.ts'

/** Require an open attempt: the answers of an ended survey are evidence of its payment and never change. */
export function requireUnfinished({ status }: { status: AttemptStatus }): void {
  if (status !== 'started' && status !== 'in_progress') throw new AppError('SURVEY_FINISHED')
}
