import { FIRST_PAGE, type Page } from '@chuma/contract/pages'
import type { provenTask } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { requirePremium } from '../auth/require-premium.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listProvenTasks } from './list-proven-tasks.ts'

/** @throws AppError PREMIUM_REQUIRED */
export async function listSocialTasks(
  deps: Deps,
  caller: SignedInMember,
  page: Page = FIRST_PAGE,
): Promise<Answer<typeof provenTask>[]> {
  return listProvenTasks(deps, requirePremium(caller), { ...page, kind: 'social' })
}
