import { FIRST_PAGE, type Page } from '@chuma/contract/pages'
import type { ProvenTask } from '@chuma/contract/tasks/tasks'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listProvenTasks } from './list-proven-tasks.ts'

/** Small jobs that are open to everybody. */
export function listMicroJobs(
  deps: Deps,
  member: SignedInMember,
  page: Page = FIRST_PAGE,
): Promise<ProvenTask[]> {
  return listProvenTasks(deps, member, { ...page, kind: 'micro-job' })
}
