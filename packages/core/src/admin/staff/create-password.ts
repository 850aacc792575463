import { randomBytes } from 'node:crypto'

/** How long a generated password works: it has been seen by more people than its owner. */
export const FIRST_PASSWORD_DAYS = 7

/** Generate a first password of 128 random bits in letters that can be read aloud. */
export function createPassword(): string {
  return randomBytes(16).toString('base64url')
}
