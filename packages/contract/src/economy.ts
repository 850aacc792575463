import * as z from 'zod'

const rate = z.number().positive().max(1_000_000)
const points = z.int().min(1).max(1_000_000)
const wholeKes = z.int().min(1).max(10_000_000)

export const economy = z
  .strictObject({
    timeZone: z.string().refine(isTimeZone, 'Unknown time zone'),
    // Whole, so that points times rate is always whole shillings: B2C cannot carry cents.
    kesPerPoint: wholeKes,
    profileKesPerPoint: wholeKes,
    minWithdrawalPoints: points,
    dialogMinWithdrawalPoints: points,
    pointsPerUsd: rate,
    kesPerUsd: rate,
    mpesaMinKes: wholeKes,
    mpesaMaxKes: wholeKes,
  })
  .refine((value) => value.mpesaMinKes <= value.mpesaMaxKes, {
    path: ['mpesaMaxKes'],
    message: 'Must not be below mpesaMinKes',
  })
export type Economy = z.infer<typeof economy>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
