/** So many attempts per network until the window ends. Generous: a carrier's whole district shares one address. */
type WindowRule = { kind: 'window'; limit: number; windowMinutes: number }

/** A few attempts per account, then a growing wait before each further one; a success wipes the slate. Never for ever. */
type BackoffRule = {
  kind: 'backoff'
  freeAttempts: number
  firstWaitSeconds: number
  longestWaitSeconds: number
  /** Counted from the last attempt. */
  forgottenAfterHours: number
}

const perHour = (limit: number): WindowRule => ({ kind: 'window', limit, windowMinutes: 60 })
const growingWait: BackoffRule = {
  kind: 'backoff',
  freeAttempts: 5,
  firstWaitSeconds: 30,
  longestWaitSeconds: 15 * 60,
  forgottenAfterHours: 24,
}

/** Every limit on how often something may be tried. `…-address` counts networks, the others count accounts. */
export const THROTTLE_RULES = {
  'sign-up-address': perHour(600),
  'log-in-address': perHour(3000),
  'log-in-account': growingWait,
  'log-in-staff-address': perHour(3000),
  'log-in-staff-account': growingWait,
  /** A signed-in member asked for his own password before something that matters. */
  'password-check-account': growingWait,
  /** Whatever makes us mail somebody: another verification link, a sign-in link, a reset. */
  'mail-address': perHour(3000),
  'redeem-address': perHour(3000),
  'contact-address': perHour(300),
  /** Pages opened: behind a carrier's address hundreds may read at the same time. Beyond it views are not counted. */
  'page-view-address': perHour(12_000),
  /** Reads everything there is about one member. */
  'export-account': perHour(20),
  /** Prompts on a telephone, which need not be the member's own: by member, by number, and the pause that M-Pesa asks for. */
  'premium-payment-account': perHour(10),
  'premium-prompt-number': perHour(6),
  'premium-prompt-pause': { kind: 'window', limit: 1, windowMinutes: 2 },
  /** The mail to an owner whose address somebody else signs up with; what is over the limit is not mailed. */
  'address-taken-mail': perHour(1),
} satisfies Record<string, WindowRule | BackoffRule>

export type ThrottleRule = keyof typeof THROTTLE_RULES

/**
 * A mailbox gets the next link of one kind after a minute, the one after that after two, and so on to this many:
 * whoever asks in somebody else's name can fill his mailbox no faster.
 */
export const LONGEST_MINUTES_BETWEEN_LINKS = 5
