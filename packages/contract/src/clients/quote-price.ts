import type { QuoteFigures } from './client-quotes.ts'

type Parts = Omit<QuoteFigures, 'priceCents' | 'totalCents' | 'isMeasured'>

/** Calculate the price of an accepted answer, and of all of them, in cents of KES: exactly, and rounded up to a cent. */
export function priceQuote(parts: Parts): Pick<QuoteFigures, 'priceCents' | 'totalCents'> {
  const { completes, incidencePercent, minutes, rewardCents, screenOutCents } = parts
  const { minuteCents, marginPercent, setupCents } = parts
  // As a fraction of whole numbers: the sum of floats can be a cent more.
  const screenedOut = BigInt(screenOutCents) * BigInt(100 - incidencePercent)
  const cost =
    (BigInt(rewardCents) + BigInt(minuteCents) * BigInt(minutes)) * BigInt(incidencePercent) + screenedOut
  const [n, share] = [BigInt(completes), BigInt(incidencePercent) * 100n]
  const numerator = cost * BigInt(100 + marginPercent) * n + BigInt(setupCents) * share
  const denominator = share * n
  const priceCents = Number((numerator + denominator - 1n) / denominator)
  return { priceCents, totalCents: priceCents * completes }
}
