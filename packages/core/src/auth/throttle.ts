import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import {
  deleteBucket,
  getSecondsBlocked,
  reserveInWindow,
  reserveWithBackoff,
} from '@chuma/db/queries/auth/throttle'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/**
 * Count an attempt before it is made; otherwise a hundred concurrent guesses all pass a limit of five. `identifier` is the
 * account as typed (whether or not it exists) or the caller's address; null counts nothing. Not inside a transaction: a
 * rollback would undo the count.
 * @returns the seconds until the next attempt
 * @throws AppError THROTTLED, with the seconds to wait
 */
export async function reserveAttempt(
  { db }: Pick<Deps, 'db'>,
  name: ThrottleRule,
  identifier: string | null,
): Promise<number> {
  if (identifier === null) return 0
  const rule = THROTTLE_RULES[name]
  const bucket = nameBucket(name, identifier)
  if (rule.kind === 'backoff') {
    const waitSeconds = await reserveWithBackoff(db, { bucket, ...rule })
    if (waitSeconds !== null) return waitSeconds
  } else if (await reserveInWindow(db, { bucket, ...rule })) return 0
  const seconds = await getSecondsBlocked(db, bucket)
  throw new AppError('THROTTLED', { retryAfterSeconds: Math.max(1, seconds) })
}

/** The network that shares a queue's places; null for calls that come from nowhere. */
export const toSource = (address: string | null): string | null => address && toNetwork(address)

/** Name a bucket. Hashed, because people type passwords into the email field, and those must not be stored. */
export function nameBucket(rule: ThrottleRule, identifier: string): string {
  const counted = rule.endsWith('-address') ? toNetwork(identifier) : identifier
  return `${rule}:${createHash('sha256').update(counted).digest('hex')}`
}

/** A maximum per network and window. Generous: a carrier's whole district can share one address. */
type WindowRule = { kind: 'window'; limit: number; windowMinutes: number }

/** A few attempts per account, then a growing wait before each one; a success resets it. Never a permanent lock. */
type BackoffRule = {
  kind: 'backoff'
  freeAttempts: number
  firstWaitSeconds: number
  longestWaitSeconds: number
  /** Counted from the last attempt. */
  forgottenAfterHours: number
}

const perHour = (limit: number): WindowRule => ({ kind: 'window', limit, windowMinutes: 60 })
const perDay = (limit: number): WindowRule => ({ kind: 'window', limit, windowMinutes: 24 * 60 })
const growingWait: BackoffRule = {
  kind: 'backoff',
  freeAttempts: 5,
  firstWaitSeconds: 30,
  longestWaitSeconds: 15 * 60,
  forgottenAfterHours: 24,
}

/** All limits on attempts. `…-address` counts networks, the others count accounts. */
export const THROTTLE_RULES = {
  'sign-up-address': perHour(600),
  'log-in-address': perHour(3000),
  'log-in-account': growingWait,
  /** A browser that has logged in to the account before; it is not counted with the account's or the network's others. */
  'log-in-device': growingWait,
  'log-in-staff-address': perHour(3000),
  'log-in-staff-account': growingWait,
  'log-in-staff-device': growingWait,
  'log-in-client-address': perHour(600),
  'log-in-client-account': growingWait,
  /** Uses of clients' links. Nobody guesses 256 bits; this keeps the log short. */
  'client-link-address': perHour(300),
  /** Codes with a link, which a wrong one does not use up. */
  'client-code-account': growingWait,
  /** Mails with links: nobody's mailbox, and no organisation's, is filled by a stolen staff session. */
  'client-link-mail-person': perHour(5),
  'client-link-mail-client': perHour(30),
  'client-comment-account': perHour(60),
  /** Calls with sign-off links, which need no account: a walk makes one for each answer. */
  'sign-off-address': perHour(3000),
  'sign-off-link': perHour(3000),
  /** Comments, decisions and test answers by one link. */
  'sign-off-write': perHour(120),
  /** Each reads all answers of a survey. */
  'client-dataset-account': perHour(20),
  /** Uses of a set-up link; nobody guesses 256 bits, but each use that passes hashes a password. */
  'set-up-address': perHour(100),
  /** An owner's tests of mail and payouts during the set-up: each calls another server. */
  'set-up-test-account': perHour(30),
  /** A signed-in member's own password, before something that matters. */
  'password-check-account': growingWait,
  /** Everything that sends a mail: another verification link, a sign-in link, a reset. */
  'mail-address': perHour(3000),
  /**
   * Requests for another verification mail, by the address typed, whether or not it is anybody's: each one that passes
   * sends its mail, so the answer is true and the same for everyone.
   */
  'verification-mail': {
    kind: 'backoff',
    freeAttempts: 1,
    firstWaitSeconds: 60,
    longestWaitSeconds: 5 * 60,
    forgottenAfterHours: 1,
  },
  'redeem-address': perHour(3000),
  'contact-address': perHour(300),
  /** Page views: hundreds of people may share a carrier's address. More views are not counted. */
  'page-view-address': perHour(12_000),
  /** Reports of browsers; more are refused, which they do not mind. */
  'csp-report-address': perHour(600),
  /** Reads everything about one member. */
  'export-account': perHour(20),
  /** Prompts on a phone, which may not be the member's: by member, by number, and the interval that M-Pesa requires. */
  'premium-payment-account': perHour(10),
  'premium-prompt-number': perHour(6),
  'premium-prompt-pause': { kind: 'window', limit: 1, windowMinutes: 2 },
  /** Codes by text, which cost money and may reach a stranger's phone: by member, by number across members, by network. */
  'destination-code-pause': { kind: 'window', limit: 1, windowMinutes: 1 },
  'destination-code-account': perDay(5),
  'destination-code-own-number': perDay(3),
  'destination-code-number-hour': perHour(3),
  'destination-code-number-day': perDay(6),
  /** Once a day an account may ask for a number whose limit others have used up: strangers cannot keep its owner out. */
  'destination-code-first': perDay(1),
  'destination-code-number-reserve': perDay(12),
  'destination-code-address': perHour(300),
  /** The mail to the owner of an address with which someone else signs up; mails over the limit are skipped. */
  'address-taken-mail': perHour(1),
} satisfies Record<string, WindowRule | BackoffRule>

export type ThrottleRule = keyof typeof THROTTLE_RULES

/**
 * A mailbox gets the next link of a kind after one minute, the next after two, and so on up to this: the limit for anyone
 * who tries to fill another person's mailbox.
 */
export const LONGEST_MINUTES_BETWEEN_LINKS = 5

/**
 * The network that a limit counts. An IPv6 customer has a whole /64 and could use another address for every request. An
 * IPv4 address counts individually, also as an IPv4-mapped IPv6 address.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const groups = expand(address)
  if (groups.slice(0, 6).join() === '0,0,0,0,0,ffff') return toIpv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Expand an address into its eight groups. */
function expand(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

function toIpv4(groups: string[]): string {
  return groups
    .flatMap((group) => {
      const number = Number.parseInt(group, 16)
      return [number >> 8, number & 255]
    })
    .join('.')
}

/** Reset the count of an account whose owner has just authenticated. */
export async function forgetAttempts({ db }: Pick<Deps, 'db'>, name: ThrottleRule, identifier: string) {
  await deleteBucket(db, nameBucket(name, identifier))
}
