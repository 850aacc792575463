import * as z from 'zod'
import { timestamp } from '../timestamp.ts'

/** Below so many payments a typical time says more about the few than about us. */
export const LEAST_PAYMENTS_FOR_TIMES = 5

/** Real figures for everybody to see. Nothing in them is about anybody. */
export const transparency = z.object({
  /** What members were sent, ever. */
  paidKes: z.int(),
  paidKesLast30Days: z.int(),
  membersPaid: z.int(),
  /** How many payments of the last 90 days the times below are taken from. */
  timedCount: z.int(),
  /** From the request to the payment; null while there are too few. */
  medianSeconds: z.int().nullable(),
  p95Seconds: z.int().nullable(),
  /** Requests that wait to be paid. */
  openByAge: z.object({
    underOneDay: z.int(),
    oneToThreeDays: z.int(),
    threeToSevenDays: z.int(),
    overSevenDays: z.int(),
  }),
  computedAt: timestamp,
})
export type Transparency = z.infer<typeof transparency>
