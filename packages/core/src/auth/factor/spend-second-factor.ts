import type { Trx } from '@chuma/db/client'
import {
  type CodeOwner,
  countRecoveryCodes,
  lockSecondFactor,
  spendRecoveryCode,
  spendStep,
} from '@chuma/db/queries/admin/second-factors'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { isLostWith } from '../../secrets/create-secrets.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTotpStep, placeOfFactor } from './totp.ts'

/** The proof of the second factor. */
export type SpentFactor =
  | { secondFactor: 'code' }
  | { secondFactor: 'passkey' }
  | { secondFactor: 'recovery-code'; recoveryCodesLeft: number }

/**
 * Use up a code from the authenticator app or a recovery code. Of concurrent calls with the same code one succeeds. A factor whose
 * secret is lost stays on, and only its recovery codes are left.
 * @returns null if the code is wrong or was used before
 * @throws AppError SECRET_LOST instead of null, if no code of the app can be checked
 */
export async function spendSecondFactor(
  { secrets }: Pick<Deps, 'secrets'>,
  trx: Trx,
  { owner, code }: { owner: CodeOwner; code: string },
): Promise<SpentFactor | null> {
  const factor = await lockSecondFactor(trx, owner)
  const isLost = factor !== undefined && isLostWith(secrets, factor.secret)
  const step =
    factor?.isOn && !isLost
      ? findTotpStep(secrets.open(placeOfFactor(owner), factor.secret), code, factor.nowSeconds)
      : null
  if (factor && step !== null) {
    const isSpent = await spendStep(trx, { ...owner, secret: factor.secret, step })
    return isSpent ? { secondFactor: 'code' } : null
  }
  const isSpent = await spendRecoveryCode(trx, owner, hashRecoveryCode(code))
  if (!isSpent && isLost) throw new AppError('SECRET_LOST', { what: `${owner.kind}Factor` })
  if (!isSpent) return null
  return { secondFactor: 'recovery-code', recoveryCodesLeft: await countRecoveryCodes(trx, owner) }
}
