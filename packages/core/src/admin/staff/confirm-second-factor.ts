import type { RecoveryCodes } from '@chuma/contract/admin/staff'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { forgetProofs } from '@chuma/db/queries/auth/sessions'
import { turnOnFactor } from '../../auth/factor/turn-on-factor.ts'
import { requireNewFactorHolder } from '../../auth/step-up/factor-holder.ts'
import { markProven } from '../../auth/step-up/mark-proven.ts'
import { noteFactorChange } from '../../auth/step-up/note-factor-change.ts'
import { forgetAttempts } from '../../auth/throttle/forget-attempts.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/**
 * Turn the second factor on. Guesses are counted: someone with a stolen session would otherwise find a code, and get the
 * recovery codes.
 * @throws AppError INVALID_INPUT for a wrong code, NOT_FOUND if the setup was not started, SECOND_FACTOR_ON, THROTTLED
 */
export async function confirmSecondFactor(
  deps: Deps,
  caller: Caller,
  { code }: { code: string },
): Promise<RecoveryCodes> {
  const { owner } = requireNewFactorHolder(caller)
  await reserveAttempt(deps, 'password-check-account', owner.id)
  const recoveryCodes = await confirm(deps, caller, code)
  await forgetAttempts(deps, 'password-check-account', owner.id)
  return { recoveryCodes }
}

function confirm({ db, secrets }: Deps, caller: Caller, code: string): Promise<string[]> {
  const { owner, name, address } = requireNewFactorHolder(caller)
  return db.transaction().execute(async (trx) => {
    const codes = await turnOnFactor({ secrets }, trx, { owner, code })
    await insertAuditEntry(trx, { actor: name, action: 'second-factor.on', subject: name, address })
    await noteFactorChange(trx, owner, 'second-factor-on')
    if (owner.kind === 'member') await forgetProofs(trx, owner.id)
    await markProven(trx, caller)
    return codes
  })
}
