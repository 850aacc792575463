import type { StartedSecondFactor } from '@chuma/contract/admin/staff'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertSecondFactor } from '@chuma/db/queries/admin/second-factors'
import { AppError } from '../../app-error.ts'
import { createTotpSecret, placeOfFactor } from '../../auth/factor/totp.ts'
import { withOwnPassword } from '../../auth/passwords/with-own-password.ts'
import { requireNewFactorHolder } from '../../auth/step-up/factor-holder.ts'
import { requireStepUp } from '../../auth/step-up/require-step-up.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/**
 * Create a secret for the authenticator app, shown only here. It counts once a code has proved that the app has it;
 * starting again replaces it.
 * @throws AppError WRONG_PASSWORD, THROTTLED, SECOND_FACTOR_ON
 */
export async function startSecondFactor(
  deps: Deps,
  caller: Caller,
  { password }: { password: string },
): Promise<StartedSecondFactor> {
  const { owner, label, name, address, isSecondFactorOn } = requireNewFactorHolder(caller)
  // A stolen session must not add a factor of its own.
  if (isSecondFactorOn) requireStepUp(caller)
  return withOwnPassword(deps, { caller, password }, async () => {
    const started = createTotpSecret(label, (await deps.product()).name)
    const sealed = deps.secrets.seal(placeOfFactor(owner), started.secret)
    await deps.db.transaction().execute(async (trx) => {
      if (!(await insertSecondFactor(trx, owner, sealed))) throw new AppError('SECOND_FACTOR_ON')
      await insertAuditEntry(trx, { actor: name, action: 'second-factor.started', subject: name, address })
    })
    return started
  })
}
