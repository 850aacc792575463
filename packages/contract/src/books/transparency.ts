import * as z from 'zod'
import { timestamp } from '../timestamp.ts'

/** With fewer payments a median would describe individual members. */
export const LEAST_PAYMENTS_FOR_TIMES = 5

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
