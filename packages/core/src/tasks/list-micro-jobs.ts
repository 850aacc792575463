import { FIRST_PAGE, type Page } from '@chuma/contract/pages'
import type { provenTask } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listProvenTasks } from './list-proven-tasks.ts'

/** List micro-jobs, which are open to everyone. */
export function listMicroJobs(
  deps: Deps,
  member: SignedInMember,
  page: Page = FIRST_PAGE,
): Promise<Answer<typeof provenTask>[]> {
  return listProvenTasks(deps, member, { ...page, kind: 'micro-job' })
}
