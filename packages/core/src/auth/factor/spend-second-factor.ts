import type { Trx } from '@chuma/db/client'
import {
  type CodeOwner,
  countRecoveryCodes,
  lockSecondFactor,
  spendRecoveryCode,
  spendStep,
} from '@chuma/db/queries/admin/second-factors'
import type { Deps } from '../../deps.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTotpStep, placeOfFactor } from './totp.ts'

/** The proof of the second factor. */
export type SpentFactor =
  | { secondFactor: 'code' }
  | { secondFactor: 'passkey' }
  | { secondFactor: 'recovery-code'; recoveryCodesLeft: number }

/**
 * Use up a code from the authenticator app or a recovery code. Of concurrent calls with the same code one succeeds.
 * @returns null if the code is wrong or was used before
 */
export async function spendSecondFactor(
  { secrets }: Pick<Deps, 'secrets'>,
  trx: Trx,
  { owner, code }: { owner: CodeOwner; code: string },
): Promise<SpentFactor | null> {
  const factor = await lockSecondFactor(trx, owner)
  const step = factor?.isOn
    ? findTotpStep(secrets.open(placeOfFactor(owner), factor.secret), code, factor.nowSeconds)
    : null
  if (factor && step !== null) {
    const isSpent = await spendStep(trx, { ...owner, secret: factor.secret, step })
    return isSpent ? { secondFactor: 'code' } : null
  }
  const isSpent = await spendRecoveryCode(trx, owner, hashRecoveryCode(code))
  if (!isSpent) return null
  return { secondFactor: 'recovery-code', recoveryCodesLeft: await countRecoveryCodes(trx, owner) }
}
