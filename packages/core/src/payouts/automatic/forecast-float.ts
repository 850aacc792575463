type Money = { floatKes: number | null; queuedKes: number; sentDayKes: number }

/** Whole shillings in an hour, on average over the last day. */
export const paceOf = ({ sentDayKes }: Pick<Money, 'sentDayKes'>): number => Math.round(sentDayKes / 24)

/**
 * How many hours the float lasts: what is queued leaves at once, and then payouts go on as in the last day. Null if the float is
 * unknown, or nothing is sent.
 */
export function forecastFloat(money: Money): number | null {
  const { floatKes, queuedKes, sentDayKes } = money
  if (floatKes === null) return null
  const free = floatKes - queuedKes
  if (free <= 0) return 0
  return sentDayKes === 0 ? null : Math.round((free / sentDayKes) * 24 * 10) / 10
}
