import type { AttemptStatus } from '@chuma/contract/surveys/surveys'

/** Started and not finished. */
export function isBegun(status: AttemptStatus | null): boolean {
  return status === 'started' || status === 'in_progress'
}

/** Whether the member may start or continue this survey. */
export function isOpen(status: AttemptStatus | null): boolean {
  return status === null || isBegun(status)
}
