import type { Trx } from '@chuma/db/client'
import { hasSecondFactor } from '@chuma/db/queries/admin/second-factors'
import { AppError } from '../../app-error.ts'
import { type SpentFactor, spendSecondFactor } from '../../auth/factor/spend-second-factor.ts'
import { listWays } from '../../auth/step-up/list-ways.ts'
import type { Deps } from '../../deps.ts'
import { clientOwner } from './client-owner.ts'

/**
 * Use up the code of someone who is logging in, if they have a second factor. The caller counts the guesses.
 * @returns null without a second factor
 * @throws AppError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID
 */
export async function passClientFactor(
  deps: Pick<Deps, 'secrets'> & { db: Trx },
  { userId, code }: { userId: string; code: string | undefined },
): Promise<SpentFactor | null> {
  const owner = clientOwner(userId)
  if (!(await hasSecondFactor(deps.db, owner))) return null
  const ways = listWays({ isTotpOn: true, hasPasskey: false })
  if (code === undefined) throw new AppError('SECOND_FACTOR_REQUIRED', { ways })
  const spent = await spendSecondFactor(deps, deps.db, { owner, code })
  if (!spent) throw new AppError('SECOND_FACTOR_INVALID')
  return spent
}
