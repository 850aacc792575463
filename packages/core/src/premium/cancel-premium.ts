import { setCancelled } from '@chuma/db/queries/premium/premium'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getPremium } from './get-premium.ts'

/**
 * Cancel premium at the end of its paid or granted time, without a reminder; with `isCancelled` false, undo that. Safe
 * to repeat.
 * @throws AppError PREMIUM_STATE without premium
 */
export async function cancelPremium(
  deps: Deps,
  member: SignedInMember,
  { isCancelled }: { isCancelled: boolean },
): ReturnType<typeof getPremium> {
  if (!(await setCancelled(deps.db, member.memberId, isCancelled))) throw new AppError('PREMIUM_STATE')
  return getPremium(deps, member)
}
