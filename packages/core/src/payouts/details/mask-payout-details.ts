import { maskEmail } from '../../account/mask-email.ts'
import { holdsPermission } from '../../admin/staff/require-staff.ts'
import type { Caller } from '../../caller.ts'

/** `2547•••••678`: recognisable beside the number, and useless without it. */
export const maskPhone = (number: string) => `${number.slice(0, 4)}•••••${number.slice(-3)}`
export const maskAccount = (number: string) => `•••••${number.slice(-3)}`

/** Where money goes: masked for everyone, because one call shows it for one withdrawal and writes that down. */
const DESTINATIONS: Readonly<Record<string, (value: string) => string>> = {
  mpesaNumber: maskPhone,
  mpesaNumbers: maskPhone,
  accountNumber: maskAccount,
  paypalEmail: maskEmail,
}
/** Addresses of members beside their withdrawals, claims and entries: masked for staff outside finance. */
const ADDRESSES: Readonly<Record<string, (value: string) => string>> = {
  userEmail: maskEmail,
  memberEmail: maskEmail,
}

/**
 * Mask numbers, accounts and addresses in the answer of any staff call, by the names of its fields. A new call cannot forget
 * it.
 */
export function maskPayoutDetails<T>(caller: Caller, answer: T): T {
  return maskFields(answer, mayReadDetails(caller) ? DESTINATIONS : { ...DESTINATIONS, ...ADDRESSES }) as T
}

/** Mask a member's own address, for staff outside finance. */
export function maskAddress<T extends { email: string }>(caller: Caller, row: T): T {
  return mayReadDetails(caller) ? row : { ...row, email: maskEmail(row.email) }
}

function mayReadDetails(caller: Caller): boolean {
  return holdsPermission(caller, 'payout-details:read')
}

type Masks = Readonly<Record<string, (value: string) => string>>

function maskFields(value: unknown, masks: Masks): unknown {
  if (Array.isArray(value)) return value.map((each) => maskFields(each, masks))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      masks[name] ? maskValue(field, masks[name]) : maskFields(field, masks),
    ]),
  )
}

/** Dates, streams and files stay as they are. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function maskValue(value: unknown, mask: (value: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => maskValue(each, mask))
  return typeof value === 'string' ? mask(value) : value
}
