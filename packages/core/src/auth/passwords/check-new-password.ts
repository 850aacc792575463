import { dictionary } from '@zxcvbn-ts/language-common'
import { invalidField } from '../../app-error.ts'

type Owner = { firstName: string; lastName: string; email: string }

/** The words most used in passwords here. */
const LOCAL_WORDS = ['chuma', 'mpesa', 'nairobi', 'safaricom', 'kenya']

/**
 * Check a password that is being set. Never for log-ins: a longer list must not lock members out.
 * @throws AppError INVALID_INPUT for a password that attackers try first, on any account or on this one
 */
export function checkNewPassword(password: string, owner: Owner, field = 'password'): void {
  if (isCommonPassword(password) || isAboutOwner(password, owner)) {
    throw invalidField(field, 'PASSWORD_COMMON')
  }
}

/** The owner's or a local word with only digits and signs around or in it: `M-Pesa2026!`. */
function isAboutOwner(password: string, { firstName, lastName, email }: Owner): boolean {
  const [mailbox = ''] = email.split('@')
  const names = [firstName, lastName, `${firstName}${lastName}`, `${lastName}${firstName}`, mailbox]
  const parts = names.flatMap((name) => [name, ...name.split(/[^\p{L}]+/u)])
  const words = [...LOCAL_WORDS, ...parts.map(toLetters).filter((word) => word.length > 1)]
  return words.includes(toLetters(password)) || password.toLowerCase() === mailbox.toLowerCase()
}

function toLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
}

const MOST_USED = 10_000
const SHORTEST = 6
const LONGEST = 128
const KEYBOARD_ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']

const mostUsed = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= SHORTEST).slice(0, MOST_USED),
)
// Repeated, to find runs that continue at the start: 7890123.
const runs = KEYBOARD_ROWS.map((row) => row.repeat(LONGEST)).flatMap((run) => [
  run,
  [...run].reverse().join(''),
])

/**
 * Whether attackers try this password first on any account: one of the 10,000 most used, a run in the alphabet or on the
 * keyboard, or up to three repeated characters. Case-insensitive.
 */
function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return mostUsed.has(plain) || /^(.{1,3})\1+$/su.test(plain) || runs.some((run) => run.includes(plain))
}
