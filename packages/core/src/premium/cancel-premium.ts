import { setCancelled } from '@chuma/db/queries/premium/premium'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getPremium } from './get-premium.ts'

/**
 * Ends premium with the time that was given or paid for: nothing is taken away, and nothing reminds him. With
 * `isCancelled` false he goes on with it. Asking twice changes nothing.
 * @throws AppError PREMIUM_STATE where there is no premium
 */
export async function cancelPremium(
  deps: Deps,
  member: SignedInMember,
  { isCancelled }: { isCancelled: boolean },
): ReturnType<typeof getPremium> {
  if (!(await setCancelled(deps.db, member.memberId, isCancelled))) throw new AppError('PREMIUM_STATE')
  return getPremium(deps, member)
}
