import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Chuma'
const PERIOD_SECONDS = 30
/** Every authenticator app can do this one, and some can do no other. */
const KIND = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS }

/** A new secret of 160 bits, in letters and as the address that the app reads from a picture. */
export function createTotpSecret(username: string): { secret: string; otpauthUri: string } {
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ ...KIND, secret, issuer: ISSUER, label: username })
  return { secret: secret.base32, otpauthUri: totp.toString() }
}

/** Which 30 seconds the code belongs to: these, those before or those after. Null for any other code. */
export function findTotpStep(secret: string, code: string, nowSeconds: number): number | null {
  const delta = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp: nowSeconds * 1000,
    window: 1,
  })
  return delta === null ? null : Math.floor(nowSeconds / PERIOD_SECONDS) + delta
}
