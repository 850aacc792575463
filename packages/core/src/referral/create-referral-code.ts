import { randomInt } from 'node:crypto'

/** Without what looks alike on paper or sounds alike on the phone: 0 and O, 1, I and L. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const LENGTH = 8

/** Begins with a letter: a router that reads `2E345678` in an address takes it for a number. */
export function createReferralCode(): string {
  const rest = Array.from({ length: LENGTH - 1 }, () => choose(LETTERS + DIGITS))
  return [choose(LETTERS), ...rest].join('')
}

function choose(from: string): string {
  return from.charAt(randomInt(from.length))
}
