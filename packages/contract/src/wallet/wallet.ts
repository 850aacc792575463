import * as z from 'zod'
import { businessDay } from '../business-day.ts'
import { code, emailAddress, id, line, timestamp } from '../fields.ts'
import { POSTING_KINDS } from '../posting-kinds.ts'
import { refuse } from '../problems.ts'
import { destinationState, kenyanPhone } from './destination-codes.ts'
import { hold } from './holds.ts'
import { WITHDRAWAL_DETAILS } from './withdrawal-rules.ts'

export const WITHDRAWAL_METHODS = ['mpesa', 'bank', 'paypal', 'airtel', 'airtime'] as const
export type WithdrawalMethod = (typeof WITHDRAWAL_METHODS)[number]

/** What is paid: a phone number (`mpesa`, for every method that pays one), an account, or a mailbox. */
export const DESTINATION_KINDS = ['mpesa', 'bank', 'paypal'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/** Methods that pay a phone number. `mpesaNumber` is its field for all of them. */
export const PHONE_METHODS = ['mpesa', 'airtel', 'airtime'] as const satisfies WithdrawalMethod[]
export type PhoneMethod = (typeof PHONE_METHODS)[number]

export function isPhoneMethod(method: WithdrawalMethod): method is PhoneMethod {
  return PHONE_METHODS.some((known) => known === method)
}

export const withdrawalStatus = z.enum(['pending', 'approved', 'rejected', 'paid'])
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>

/**
 * The state of a payout. `manual`: waits for a person to pay it · `returned`: paid, and the money came back ·
 * `cancelled`: the member cancelled the request.
 */
export const payoutState = z.enum([
  'manual',
  'queued',
  'sending',
  'sent',
  'unknown',
  'needs_review',
  'paid',
  'failed',
  'returned',
  'cancelled',
])
export type PayoutState = z.infer<typeof payoutState>

/**
 * Why a queued payout waits. `stopped`: all payouts wait until staff fix a problem · `low-float`: our account with the
 * provider needs money · `busy`: the provider is busy, and the payout is retried · `paused`: this member's payouts are
 * paused · `held`: this withdrawal is on hold, see its `holds`.
 */
export const waitReason = z.enum([
  'daily-limit',
  'member-daily-limit',
  'low-float',
  'busy',
  'stopped',
  'paused',
  'held',
])
export type WaitReason = z.infer<typeof waitReason>

/** Rates, limits and open methods: everything that the wallet's screens calculate with. */
export const walletTerms = z.object({
  /** Of every business day, and of every time on a screen. */
  timeZone: z.string(),
  /** Public holidays that the government has announced, beside those of every year. */
  extraHolidays: z.array(businessDay),
  kesPerPoint: z.int(),
  profileKesPerPoint: z.int(),
  minWithdrawalPoints: z.int(),
  dialogMinWithdrawalPoints: z.int(),
  mpesaMinKes: z.int(),
  mpesaMaxKes: z.int(),
  /** The most that one withdrawal pays as airtime. */
  airtimeMaxKes: z.int(),
  premiumKesPerMonth: z.int(),
  isReferralOpen: z.boolean(),
  /** The methods that are open. */
  methods: z.array(z.enum(WITHDRAWAL_METHODS)),
  /** A code by text proves an M-Pesa number. Otherwise its first payment does. */
  areCodesOpen: z.boolean(),
  /** The tax on a withdrawal requested today. */
  taxPercent: z.number(),
  /** The rate of PayPal payments. */
  kesPerUsd: z.number(),
})
export type WalletTerms = z.infer<typeof walletTerms>

export const balance = z.object({
  availablePoints: z.int(),
  heldPoints: z.int(),
  totalEarnings: z.number(),
  thisMonthEarnings: z.number(),
  surveysCompleted: z.int(),
})
export type Balance = z.infer<typeof balance>

export const postingKind = z.enum(POSTING_KINDS)

export const pointsTransaction = z.object({
  /** The member's own sequence number: 1 is their first posting, and there are no gaps. */
  id: z.int(),
  kind: postingKind,
  description: z.string(),
  /** Change of the available points. */
  points: z.int(),
  /** Change of the points held for withdrawals. */
  heldPoints: z.int(),
  availableAfter: z.int(),
  heldAfter: z.int(),
  createdAt: timestamp,
})
export type PointsTransaction = z.infer<typeof pointsTransaction>

export const listTransactionsInput = z.strictObject({
  /** The `id` of the previous page's last row. */
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListTransactionsInput = z.infer<typeof listTransactionsInput>

const amount = {
  /** Neither bound is here: the economy has the minimum, and the balance is the maximum. */
  pointsToWithdraw: z.number().int(refuse('NOT_WHOLE_POINTS')),
  /** Optional: the server calculates it. Refused if it differs. */
  amountKes: z.number().optional(),
  /** False: the details are not stored for the next withdrawal. */
  saveDetails: z.boolean().optional(),
}
const phone = { ...amount, mpesaNumber: kenyanPhone }
const withdrawalPayload = z.discriminatedUnion('withdrawalMethod', [
  z.strictObject({ ...phone, withdrawalMethod: z.literal('mpesa') }),
  z.strictObject({ ...phone, withdrawalMethod: z.literal('airtel') }),
  z.strictObject({ ...phone, withdrawalMethod: z.literal('airtime') }),
  z.strictObject({
    ...amount,
    withdrawalMethod: z.literal('bank'),
    bankName: line(80),
    accountNumber: code(/^\d{6,16}$/, 'NOT_AN_ACCOUNT_NUMBER'),
    accountName: line(80),
  }),
  z.strictObject({ ...amount, withdrawalMethod: z.literal('paypal'), paypalEmail: emailAddress }),
])

const DETAILS: Record<WithdrawalMethod, readonly string[]> = WITHDRAWAL_DETAILS

/** A form sends the fields of every method: empty ones of another method say nothing. */
function leaveOutEmpty<Body>(body: Body): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { withdrawalMethod: method } = body as { withdrawalMethod?: unknown }
  const own = WITHDRAWAL_METHODS.find((known) => known === method)
  if (!own) return body
  const others = new Set(Object.values(DETAILS).flat())
  for (const name of DETAILS[own]) others.delete(name)
  const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !(others.has(name) && isEmpty(value))),
  ) as Body
}

export const requestWithdrawalInput = z.preprocess(
  (body: z.input<typeof withdrawalPayload>) => leaveOutEmpty(body),
  withdrawalPayload,
)
export type RequestWithdrawalInput = z.infer<typeof requestWithdrawalInput>

/** A repeat with the same key gets the answer of the first call. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, refuse('NOT_AN_IDEMPOTENCY_KEY'))

/**
 * Why staff should check a withdrawal closely. `new-number`, `new-bank-account` and `new-paypal`: the member was never paid
 * there before and never asked to be.
 */
export const reviewReason = z.enum([
  'new-number',
  'new-bank-account',
  'new-paypal',
  'recently-changed-destination',
  'many-accounts-on-device',
  'many-requests',
  'unusually-large',
  'recent-reversal',
  'name-differs',
])
export type ReviewReason = z.infer<typeof reviewReason>

export const withdrawal = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  status: withdrawalStatus,
  payoutState: payoutState.nullable(),
  waitReason: waitReason.nullable(),
  /** When a waiting payout is checked again; null if a person has to decide. */
  waitsUntil: timestamp.nullable(),
  amountKes: z.int(),
  pointsToWithdraw: z.int(),
  withdrawalMethod: z.enum(WITHDRAWAL_METHODS),
  /** The number that is paid, for every method that pays one. */
  mpesaNumber: z.string().nullable(),
  bankName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  accountName: z.string().nullable(),
  paypalEmail: z.string().nullable(),
  /** The amount in a PayPal payment; null for other methods. */
  amountUsd: z.number().nullable(),
  /** Withheld from `amountKes` for the revenue authority. */
  taxPercent: z.number(),
  taxKes: z.int(),
  /** The payment: `amountKes` less tax. */
  payoutKes: z.int(),
  requestedAt: timestamp,
  adminComment: z.string().nullable(),
  processedBy: z.string().nullable(),
  processedAt: timestamp.nullable(),
  /** The provider's receipt or the reference of a manual payment. */
  receipt: z.string().nullable(),
  paidAt: timestamp.nullable(),
  reviewReasons: z.array(reviewReason),
  /** It has to be reviewed individually before it can be approved. */
  isInReview: z.boolean(),
  /** Why it is not paid yet although it may be approved; empty for most. */
  holds: z.array(hold),
})
export type Withdrawal = z.infer<typeof withdrawal>

/** Where a method last paid the member, shown to them again. */
export const payoutDetails = z.object({
  withdrawalMethod: z.enum(WITHDRAWAL_METHODS),
  mpesaNumber: z.string().nullable(),
  bankName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  accountName: z.string().nullable(),
  paypalEmail: z.string().nullable(),
  updatedAt: timestamp,
  ...destinationState,
})
export type PayoutDetails = z.infer<typeof payoutDetails>

export const forgetPayoutDetailsInput = z.strictObject({ method: z.enum(WITHDRAWAL_METHODS) })

export const withdrawalIdInput = z.strictObject({ id })

/**
 * review: staff check it with the partner · pending: credited by a partner, not available yet · available: booked · reversed: taken back · cancelled: never booked
 */
export const ACTIVITY_STATES = ['review', 'pending', 'available', 'reversed', 'cancelled'] as const

/** A line of a member's history: what, when, why, and its state. */
export const activity = z.object({
  /** Where the next page begins. */
  id: z.string(),
  kind: postingKind,
  description: z.string(),
  points: z.int(),
  /** Change of the points held for withdrawals. */
  heldPoints: z.int(),
  createdAt: timestamp,
  state: z.enum(ACTIVITY_STATES),
  /** When pending points become available. */
  availableAt: timestamp.nullable(),
  /** The related survey, withdrawal, click or credit. */
  causeId: z.uuid().nullable(),
  /** What became of the withdrawal that holds these points; null for every other line. */
  withdrawalStatus: withdrawalStatus.nullable(),
  /** Why a partner reversed or cancelled it. */
  reason: z.string().nullable(),
})
export type Activity = z.infer<typeof activity>

export const listActivityInput = z.strictObject({
  kind: postingKind.optional(),
  state: z.enum(ACTIVITY_STATES).optional(),
  /** The `id` of the previous page's last line. */
  before: z
    .string()
    .regex(/^\d{1,17}\.[pc][0-9a-f-]{1,36}$/, refuse('NOT_A_CURSOR'))
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
export type ListActivityInput = z.infer<typeof listActivityInput>
