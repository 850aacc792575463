import { randomBytes } from 'node:crypto'

/** 120 random bits in letters that can be read out: the first password of somebody who will choose his own. */
export function createPassword(): string {
  return randomBytes(15).toString('base64url')
}
