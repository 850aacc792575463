import type { CodeOwner } from '@chuma/db/queries/admin/second-factors'
import { Secret, TOTP } from 'otpauth'
import type { Place } from '../../secrets/create-secrets.ts'

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
