import { randomBytes } from 'node:crypto'

/** So long a password that a machine made may be used: it has been seen by more than its owner. */
export const FIRST_PASSWORD_DAYS = 7

/** 128 random bits in letters that can be read out: the first password of somebody who will choose his own. */
export function createPassword(): string {
  return randomBytes(16).toString('base64url')
}
