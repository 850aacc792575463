import type { Trx } from '@chuma/db/client'
import {
  type CodeOwner,
  confirmSecondFactor,
  lockSecondFactor,
  replaceRecoveryCodes,
} from '@chuma/db/queries/admin/second-factors'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { isLostWith } from '../../secrets/create-secrets.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { findTotpStep, placeOfFactor } from './totp.ts'

/**
 * Turn on the factor whose setup was started, with a first code from the app. Returns its recovery codes, which are known only here. The
 * caller counts the guesses.
 * @throws AppError NOT_FOUND if the setup was not started, SECOND_FACTOR_ON, INVALID_INPUT for a wrong code
 */
export async function turnOnFactor(
  { secrets }: Pick<Deps, 'secrets'>,
  trx: Trx,
  { owner, code }: { owner: CodeOwner; code: string },
): Promise<string[]> {
  const factor = await lockSecondFactor(trx, owner)
  // A setup whose secret is lost has to be started again.
  if (!factor || (!factor.isOn && isLostWith(secrets, factor.secret)))
    throw new AppError('NOT_FOUND', { what: 'secondFactorSetup' })
  if (factor.isOn) throw new AppError('SECOND_FACTOR_ON')
  const { secret, nowSeconds } = factor
  const step = findTotpStep(secrets.open(placeOfFactor(owner), secret), code, nowSeconds)
  if (step === null || !(await confirmSecondFactor(trx, { ...owner, secret, step }))) {
    throw invalidField('code', 'FACTOR_CODE_NOT_SHOWN')
  }
  const { codes, codeHashes } = createRecoveryCodes()
  await replaceRecoveryCodes(trx, owner, codeHashes)
  return codes
}
