import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'

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
