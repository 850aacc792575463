import { dictionary } from '@zxcvbn-ts/language-common'

const MOST_USED = 10_000
const SHORTEST = 6
const LONGEST = 128
const KEYBOARD_ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']

const mostUsed = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= SHORTEST).slice(0, MOST_USED),
)
// Over and over, so that what runs on after its end is found as well: 7890123.
const runs = KEYBOARD_ROWS.map((row) => row.repeat(LONGEST)).flatMap((run) => [
  run,
  [...run].reverse().join(''),
])

/**
 * Whether a password is among the first that are tried on any account: one of the 10,000 most used, a run along the
 * alphabet or the keyboard, or up to three characters over and over. Case makes no difference.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return mostUsed.has(plain) || /^(.{1,3})\1+$/su.test(plain) || runs.some((run) => run.includes(plain))
}
