import type { FormRule } from '../first-problem.ts'

/** The rules of SPEC §5 before the minimum, which the economy decides, and after it. */
export const withdrawalRules = {
  beforeMinimum: [{ missing: ['pointsToWithdraw', 'withdrawalMethod'], says: 'WITHDRAWAL_INCOMPLETE' }],
  afterMinimum: [
    { codes: ['NOT_WHOLE_POINTS'] },
    { missing: ['mpesaNumber'], says: 'MPESA_NUMBER_MISSING' },
    { wrong: ['mpesaNumber'], says: 'NOT_A_KENYAN_NUMBER' },
    { missing: ['bankName', 'accountNumber', 'accountName'], says: 'BANK_DETAILS_MISSING' },
    { codes: ['NOT_AN_ACCOUNT_NUMBER'] },
    { wrong: ['bankName', 'accountNumber', 'accountName'], says: 'BANK_DETAILS_INVALID' },
    { missing: ['paypalEmail'], says: 'PAYPAL_EMAIL_MISSING' },
    { wrong: ['paypalEmail'], says: 'NOT_AN_EMAIL' },
  ],
} as const satisfies Record<string, readonly FormRule[]>

/** How long a code by text can be used. */
export const CODE_MINUTES = 10
/** Between two codes of one member. */
export const RESEND_SECONDS = 60
