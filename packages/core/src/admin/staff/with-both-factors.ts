import type { SecondFactorProof } from '@chuma/contract/admin/staff'
import type { Trx } from '@chuma/db/client'
import { AppError, invalidField } from '../../app-error.ts'
import { type SpentFactor, spendSecondFactor } from '../../auth/factor/spend-second-factor.ts'
import { withOwnPassword } from '../../auth/passwords/with-own-password.ts'
import { requireLiveSession } from '../../auth/require-live-session.ts'
import { type FactorHolder, lockFactorOwner, requireFactorHolder } from '../../auth/step-up/factor-holder.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

type Proved = { holder: FactorHolder; spent: SpentFactor }

/**
 * Change a second factor in the same transaction that uses up the code for it.
 * @throws AppError WRONG_PASSWORD, INVALID_INPUT for a wrong code, NOT_FOUND without a second factor, THROTTLED
 */
export async function withBothFactors<T>(
  deps: Deps,
  { caller, password, code }: SecondFactorProof & { caller: Caller },
  work: (trx: Trx, proved: Proved) => Promise<T>,
): Promise<T> {
  const holder = requireFactorHolder(caller)
  if (!holder.isSecondFactorOn) throw new AppError('NOT_FOUND', { what: 'secondFactor' })
  return withOwnPassword(deps, { caller, password }, () =>
    deps.db.transaction().execute(async (trx) => {
      await lockFactorOwner(trx, holder.owner)
      if (caller.member) await requireLiveSession(trx, caller.member)
      const spent = await spendSecondFactor(deps, trx, { owner: holder.owner, code })
      if (!spent) throw invalidField('code', 'FACTOR_CODE_WRONG')
      return work(trx, { holder, spent })
    }),
  )
}
