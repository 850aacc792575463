import { dictionary } from '@zxcvbn-ts/language-common'
import { invalidField } from '../../app-error.ts'

const MOST_USED = 10_000
const SHORTEST = 6
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghij']
const KEYS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const startsOf = (row: string) =>
  Array.from({ length: row.length - SHORTEST + 1 }, (_, more) => row.slice(0, SHORTEST + more))
const reverse = (text: string) => [...text].reverse().join('')

/** The dictionary leaves these out, because its own library finds them by rules: 123456789, fedcba, aaaaaa. */
const leftOut = [
  ...ROWS.flatMap(startsOf).flatMap((run) => [run, reverse(run)]),
  ...[...KEYS].flatMap((key) => [6, 7, 8].map((length) => key.repeat(length))),
]
const mostUsed = new Set(
  [...leftOut, ...dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST)].slice(
    0,
    MOST_USED,
  ),
)

/**
 * Check a password that is being set: only the 10,000 most used ones are refused, in any case. Pages advise about weaker ones. Never
 * for log-ins: a longer list must not lock members out.
 * @throws AppError INVALID_INPUT
 */
export function checkNewPassword(password: string, field = 'password'): void {
  if (mostUsed.has(password.toLowerCase())) throw invalidField(field, 'PASSWORD_COMMON')
}
