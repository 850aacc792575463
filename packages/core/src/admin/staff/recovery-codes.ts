import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'

const COUNT = 10
const BYTES = 10

/** Ten codes of 80 random bits, in groups that can be copied from paper. Only `codeHashes` are stored. */
export function createRecoveryCodes(): { codes: string[]; codeHashes: Buffer[] } {
  const codes = Array.from({ length: COUNT }, () => new Secret({ size: BYTES }).base32)
  return {
    codes: codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')),
    codeHashes: codes.map(hashRecoveryCode),
  }
}

/** Of the code without its dashes. Nobody tries 80 random bits: a fast hash is enough. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
