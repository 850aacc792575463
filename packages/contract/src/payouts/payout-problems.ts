import * as z from 'zod'

const none = z.object({})
const range = z.object({ minKes: z.number(), maxKes: z.number() })

/** Of ways to pay, and of what proves a payment; part of `problemTable`. */
export const payoutProblems = {
  METHOD_CLOSED: z.object({ methods: z.array(z.string()) }),
  MPESA_OUT_OF_RANGE: range,
  AIRTEL_OUT_OF_RANGE: range,
  AIRTIME_OUT_OF_RANGE: range,
  PAYPAL_TOO_SMALL: z.object({ amountUsd: z.number() }),
  RECEIPT_MISSING: none,
  RECEIPT_TAKEN: none,
  ROW_MISSING: none,
  ROW_USED: none,
  ROW_OTHER_ACCOUNT: none,
  ROW_OTHER_KIND: none,
  ROW_OTHER_AMOUNT: z.object({ amountKes: z.number() }),
  ROW_OF_ANOTHER: none,
  NOT_AN_MPESA_RECEIPT: none,
  NOT_A_BANK_REFERENCE: none,
  NOT_A_PAYPAL_ID: none,
  NOT_AN_AIRTEL_RECEIPT: none,
  NOT_AN_AIRTIME_RECEIPT: none,
  NOTHING_WAITS: none,
  BATCH_COLUMN_MISSING: z.object({ column: z.string() }),
}
