import type { Trx } from '@chuma/db/client'
import {
  countRecoveryCodes,
  findSecondFactor,
  spendRecoveryCode,
  spendStep,
} from '@chuma/db/queries/admin/second-factors'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

/** How somebody showed that he has more than a password. */
export type SpentFactor =
  | { secondFactor: 'code' }
  | { secondFactor: 'recovery-code'; recoveryCodesLeft: number }

/**
 * Uses up a code of the authenticator app or a recovery code of an account whose second factor is on. Of any number
 * that bring the same one at the same time, one passes.
 * @returns null when it is not right or was used before
 */
export async function spendSecondFactor(
  trx: Trx,
  staffId: string,
  code: string,
): Promise<SpentFactor | null> {
  const factor = await findSecondFactor(trx, staffId)
  if (!factor?.isOn) return null
  const step = findTotpStep(factor.secret, code, factor.nowSeconds)
  if (step !== null) {
    const isSpent = await spendStep(trx, { staffId, secret: factor.secret, step })
    return isSpent ? { secondFactor: 'code' } : null
  }
  const isSpent = await spendRecoveryCode(trx, staffId, hashRecoveryCode(code))
  if (!isSpent) return null
  return { secondFactor: 'recovery-code', recoveryCodesLeft: await countRecoveryCodes(trx, staffId) }
}
