import { invalidField } from '../../app-error.ts'
import { isCommonPassword } from './is-common-password.ts'

type Owner = { firstName: string; lastName: string; email: string }

/** What people here reach for first. */
const LOCAL_WORDS = ['chuma', 'mpesa', 'nairobi', 'safaricom', 'kenya']

/**
 * For passwords that are being set; never for checking one, so that a longer list locks nobody out.
 * @throws AppError INVALID_INPUT for one that is among the first to be guessed, on any account or on this one
 */
export function checkNewPassword(password: string, owner: Owner, field = 'password'): void {
  if (isCommonPassword(password) || isAboutOwner(password, owner)) {
    throw invalidField(field, 'This password is one of the most used ones. Choose another.')
  }
}

/** A word of his, or of the place, with nothing but digits and signs around it or in it: `M-Pesa2026!`. */
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
