import { createHash } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import {
  type CodeOwner,
  confirmSecondFactor,
  countRecoveryCodes,
  lockSecondFactor,
  replaceRecoveryCodes,
  spendRecoveryCode,
  spendStep,
} from '@chuma/db/queries/admin/staff-sessions'
import { Secret, TOTP } from 'otpauth'
import { AppError, invalidField } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { isLostWith, type Place } from '../secrets/secrets.ts'

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

const COUNT = 10
const BYTES = 10

/** Generate ten codes of 80 random bits, in groups that are easy to copy from paper. Only `codeHashes` are stored. */
export function createRecoveryCodes(): { codes: string[]; codeHashes: Buffer[] } {
  const codes = Array.from({ length: COUNT }, () => new Secret({ size: BYTES }).base32)
  return {
    codes: codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')),
    codeHashes: codes.map(hashRecoveryCode),
  }
}

/** Hash a code without its dashes. Nobody can try 80 random bits, so a fast hash is enough. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

const PERIOD_SECONDS = 30
/** The only parameters that all authenticator apps support. */
const KIND = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS }

/** Where the secret of a second factor is stored. */
export const placeOfFactor = ({ kind, id }: CodeOwner): Place => ({
  table: `${kind}_second_factor`,
  column: 'secret',
  id,
})

/** Create a secret of 160 bits, as text and as the address in a QR code. `issuer`: what the app calls the account. */
export function createTotpSecret(username: string, issuer: string): { secret: string; otpauthUri: string } {
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ ...KIND, secret, issuer, label: username })
  return { secret: secret.base32, otpauthUri: totp.toString() }
}

/** Find the 30-second step of a code: the current one or its neighbours. Null for any other code. */
export function findTotpStep(secret: string, code: string, nowSeconds: number): number | null {
  const delta = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp: nowSeconds * 1000,
    window: 1,
  })
  return delta === null ? null : Math.floor(nowSeconds / PERIOD_SECONDS) + delta
}

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
