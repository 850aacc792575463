import type { AttemptStatus } from '@chuma/contract/surveys/surveys'

/** Begun and not at its end. */
export function isBegun(status: AttemptStatus | null): boolean {
  return status === 'started' || status === 'in_progress'
}

/** Whether the member may begin this survey or go on with it. */
export function isOpen(status: AttemptStatus | null): boolean {
  return status === null || isBegun(status)
}
