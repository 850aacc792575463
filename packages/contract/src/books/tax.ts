import * as z from 'zod'
import { businessMonth } from '../business-day.ts'
import { code, id, identifier, prose, timestamp } from '../fields.ts'
import type { RewardKind } from '../posting-kinds.ts'
import { refuse } from '../problems.ts'
import { PAID_TASK_KINDS, type PaidTaskKind } from '../tasks/task-kinds.ts'

/** What a payment was earned by, as the tax law may treat it differently. */
export const TAX_EARNINGS = ['research', 'tasks', 'bonus', 'prize', 'other'] as const
export type TaxEarnings = (typeof TAX_EARNINGS)[number]
export const TAX_RESIDENCES = ['resident', 'non-resident'] as const
export type TaxResidence = (typeof TAX_RESIDENCES)[number]
/** Where a member lives, a resident unless they said otherwise, and today's rates for them. A kind without a class has none. */
export type TaxTerms = { residence: TaxResidence; rates: Partial<Record<TaxEarnings, number>> }

/** The kind of earnings of each reward. Points that no reward brought are `other`. */
export const EARNINGS_OF: Record<RewardKind, TaxEarnings> = {
  ...(Object.fromEntries(PAID_TASK_KINDS.map((kind) => [kind, 'tasks'])) as Record<PaidTaskKind, 'tasks'>),
  survey: 'research',
  offer: 'research',
  claim: 'research',
  'daily-login': 'bonus',
  profile: 'bonus',
  referral: 'bonus',
  spin: 'prize',
  quiz: 'prize',
}

const day = z.iso.date()
const percent = z.number().min(0).max(50).multipleOf(0.01, refuse('TOO_MANY_DECIMALS'))

export const taxClass = z.object({
  classId: z.int(),
  earnings: z.enum(TAX_EARNINGS),
  residence: z.enum(TAX_RESIDENCES),
  percent: z.number(),
  validFrom: day,
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: timestamp,
  /** It is in force today. */
  isInForce: z.boolean(),
})
export type TaxClass = z.infer<typeof taxClass>

/** One rate for several kinds of earnings, from a later day on. */
export const addTaxClassesInput = z.strictObject({
  earnings: z.array(z.enum(TAX_EARNINGS)).min(1).max(TAX_EARNINGS.length),
  residence: z.enum(TAX_RESIDENCES),
  percent,
  validFrom: day,
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_MISSING'))),
})
export type AddTaxClassesInput = z.infer<typeof addTaxClassesInput>

const TAX_MONTH_STATES = ['running', 'open', 'filed', 'remitted'] as const

/** A month of tax: open, then filed, then remitted. */
export const taxPeriod = z.object({
  month: z.string(),
  state: z.enum(TAX_MONTH_STATES),
  payments: z.int(),
  baseKes: z.int(),
  taxKes: z.int(),
  /** Withheld too much in earlier months: zero or less. */
  carriedKes: z.int(),
  /** What is to be paid to the authority. */
  dueKes: z.int(),
  dueOn: day,
  isOverdue: z.boolean(),
  /** SHA-256 of the file, hexadecimal. */
  contentHash: z.string().nullable(),
  filedBy: z.string().nullable(),
  filedAt: timestamp.nullable(),
  reference: z.string().nullable(),
  paidOn: day.nullable(),
  recordedBy: z.string().nullable(),
})
export type TaxPeriod = z.infer<typeof taxPeriod>

export const taxReport = z.object({ classes: z.array(taxClass), periods: z.array(taxPeriod) })

export const taxMonthInput = z.strictObject({ month: businessMonth })
export type TaxMonthInput = z.infer<typeof taxMonthInput>

export const recordRemittanceInput = z.strictObject({
  month: businessMonth,
  /** The whole tax of the month, as a check of what was typed. */
  amountKes: z.int().min(1),
  /** The payment registration number, or the bank's reference. */
  reference: identifier(35).pipe(
    z
      .string()
      .toUpperCase()
      .regex(/^[A-Z0-9/-]{6,35}$/, refuse('TAX_REFERENCE_INVALID')),
  ),
  paidOn: day,
})
export type RecordRemittanceInput = z.infer<typeof recordRemittanceInput>

export const taxFile = z.object({
  name: z.string(),
  csv: z.string(),
  /** Payees without a PIN, apart: the authority's upload refuses them. */
  withoutPin: z.string(),
  contentHash: z.string(),
})

/** A month, YYYY-MM, or a year, YYYY. */
const taxSpan = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, refuse('NOT_A_MONTH'))
export const taxCertificateInput = z.strictObject({ span: taxSpan })
export const memberTaxCertificateInput = z.strictObject({ memberId: id, span: taxSpan })
export const taxMemberInput = z.strictObject({ memberId: id })

export const taxCertificate = z.object({
  /** `WHT-2026-11-` and the payee's own part. */
  number: z.string(),
  span: z.string(),
  payee: z.string(),
  /** With all but the ends replaced, unless the payee reads it. */
  pin: z.string().nullable(),
  residence: z.enum(TAX_RESIDENCES),
  lines: z.array(
    z.object({ day, withdrawalId: z.uuid(), baseKes: z.int(), percent: z.number(), taxKes: z.int() }),
  ),
  baseKes: z.int(),
  taxKes: z.int(),
  /** Changes with every figure and name above. Only we can compute it. */
  verification: z.string(),
})
export type TaxCertificate = z.infer<typeof taxCertificate>

/** A letter, nine digits, a letter. */
export const kraPin = code(/^[A-Z]\d{9}[A-Z]$/, 'PIN_INVALID')

export const ownTax = z.object({
  residence: z.enum(TAX_RESIDENCES),
  /** `•••••••••9B`; null without a PIN. */
  maskedPin: z.string().nullable(),
  /** Today's rates, if the member were paid today. */
  rates: z.array(z.object({ earnings: z.enum(TAX_EARNINGS), percent: z.number() })),
  /** Months with tax, newest first. */
  months: z.array(z.object({ month: z.string(), baseKes: z.int(), taxKes: z.int() })),
})
export type OwnTax = z.infer<typeof ownTax>

/** `pin`: null removes it, and without the field it stays. */
export const setTaxDetailsInput = z.strictObject({
  residence: z.enum(TAX_RESIDENCES).optional(),
  pin: kraPin.nullable().optional(),
})
export type SetTaxDetailsInput = z.infer<typeof setTaxDetailsInput>

/** With fewer payments a median would describe individual members. */
export const MIN_PAYMENTS_FOR_TIMES = 5

/** Public figures. None is about an individual. */
export const transparency = z.object({
  /** The total that members have received. */
  paidKes: z.int(),
  paidKesLast30Days: z.int(),
  membersPaid: z.int(),
  /** The number of payments in the last 90 days behind these times. */
  timedCount: z.int(),
  /** From request to payment; null for too few payments. */
  medianSeconds: z.int().nullable(),
  p95Seconds: z.int().nullable(),
  /** Requests that wait for payment. */
  openByAge: z.object({
    underOneDay: z.int(),
    oneToThreeDays: z.int(),
    threeToSevenDays: z.int(),
    overSevenDays: z.int(),
  }),
  computedAt: timestamp,
})
export type Transparency = z.infer<typeof transparency>
