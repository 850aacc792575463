import type { FormRule } from '../first-problem.ts'

export const WITHDRAWAL_REQUIRED = ['pointsToWithdraw', 'withdrawalMethod'] as const

/** The fields that say where a withdrawal goes. `mpesaNumber` is the number of every method that pays a phone. */
export const WITHDRAWAL_DETAILS = {
  mpesa: ['mpesaNumber'],
  airtel: ['mpesaNumber'],
  airtime: ['mpesaNumber'],
  bank: ['bankName', 'accountNumber', 'accountName'],
  paypal: ['paypalEmail'],
} as const
export type WithdrawalDetail = (typeof WITHDRAWAL_DETAILS)[keyof typeof WITHDRAWAL_DETAILS][number]

/** The rules of SPEC §5 before the minimum, which the economy decides, and after it. */
export const withdrawalRules = {
  beforeMinimum: [{ missing: WITHDRAWAL_REQUIRED, says: 'WITHDRAWAL_INCOMPLETE' }],
  afterMinimum: [
    { codes: ['NOT_WHOLE_POINTS'] },
    { missing: WITHDRAWAL_DETAILS.mpesa, says: 'MPESA_NUMBER_MISSING' },
    { wrong: WITHDRAWAL_DETAILS.mpesa, says: 'NOT_A_KENYAN_NUMBER' },
    { missing: WITHDRAWAL_DETAILS.bank, says: 'BANK_DETAILS_MISSING' },
    { codes: ['NOT_AN_ACCOUNT_NUMBER'] },
    { wrong: WITHDRAWAL_DETAILS.bank, says: 'BANK_DETAILS_INVALID' },
    { missing: WITHDRAWAL_DETAILS.paypal, says: 'PAYPAL_EMAIL_MISSING' },
    { wrong: WITHDRAWAL_DETAILS.paypal, says: 'NOT_AN_EMAIL' },
  ],
} as const satisfies Record<string, readonly FormRule[]>

/** How long a code by text can be used. */
export const CODE_MINUTES = 10
/** Between two codes of one member. */
export const RESEND_SECONDS = 60

/** Calculate the tax in whole shillings, rounded half up. */
export function taxOf(amountKes: number, taxPercent: number): number {
  // A percentage has at most two decimals, so hundredths are exact.
  const hundredths = Math.round(taxPercent * 100)
  return Math.floor((amountKes * hundredths + 5000) / 10_000)
}
