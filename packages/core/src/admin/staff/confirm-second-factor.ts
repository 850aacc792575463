import type { RecoveryCodes } from '@chuma/contract/admin/staff'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  lockSecondFactor,
  replaceRecoveryCodes,
  confirmSecondFactor as turnOn,
} from '@chuma/db/queries/admin/second-factors'
import { stepUpStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import { AppError, invalidField } from '../../app-error.ts'
import { forgetAttempts } from '../../auth/throttle/forget-attempts.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { requireNewStaffAccount, type StaffAccount } from './require-staff.ts'
import { findTotpStep, placeOfFactor } from './totp.ts'

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
  const staff = requireNewStaffAccount(caller)
  await reserveAttempt(deps, 'password-check-account', staff.staffId)
  const recoveryCodes = await confirm(deps, staff, code)
  await forgetAttempts(deps, 'password-check-account', staff.staffId)
  return { recoveryCodes }
}

function confirm({ db, secrets }: Deps, staff: StaffAccount, code: string): Promise<string[]> {
  const { staffId, name, address } = staff
  return db.transaction().execute(async (trx) => {
    const factor = await lockSecondFactor(trx, staffId)
    if (!factor) throw new AppError('NOT_FOUND', { what: 'secondFactorSetup' })
    if (factor.isOn) throw new AppError('SECOND_FACTOR_ON')
    const { secret, nowSeconds } = factor
    const step = findTotpStep(secrets.open(placeOfFactor(staffId), secret), code, nowSeconds)
    if (step === null || !(await turnOn(trx, { staffId, secret, step }))) {
      throw invalidField('code', 'FACTOR_CODE_NOT_SHOWN')
    }
    const { codes, codeHashes } = createRecoveryCodes()
    await replaceRecoveryCodes(trx, staffId, codeHashes)
    await insertAuditEntry(trx, { actor: name, action: 'second-factor.on', subject: name, address })
    await stepUpStaffSession(trx, staff)
    return codes
  })
}
