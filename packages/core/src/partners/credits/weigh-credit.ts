import { boughtPoints, rewardPoints } from '@chuma/contract/surveys/reward-points'

type Part = { creditId: string; boughtPoints: number; amountUsd: number }
type Known = {
  /** For the click; 0 if only the partner knows. */
  promised: number
  /** What the click was given of it, or will be. */
  given: number
  givenUsd: number
  /** Goals of the click that wait because their amounts do not buy the promise, oldest first. */
  parts: readonly Part[]
}
type Weighed = {
  points: number
  /** What the amount alone buys: the most that staff can pay for it without adding to the partner's money. */
  bought: number
  /** Whether the amount, with those of `parts`, buys what is left of the promise. */
  isBought: boolean
  /** What each part gets then; 0 if the others cover the promise. */
  parts: { creditId: string; points: number }[]
}

/**
 * Weigh a goal's amount against what was promised for its click. The goals of a click share the promise, and none gets more than
 * its own amount buys: so a goal that is taken back takes back what it was paid, and leaves nothing that nobody paid for.
 */
export function weighCredit(
  { promised, given, givenUsd, parts }: Known,
  { amountUsd, pointsPerUsd }: { amountUsd: number; pointsPerUsd: number },
): Weighed {
  const bought = boughtPoints(amountUsd, pointsPerUsd)
  if (promised === 0) {
    const points = rewardPoints(amountUsd, pointsPerUsd)
    return { points, bought: points, isBought: true, parts: [] }
  }
  const left = promised - given
  if (given === 0 && parts.length === 0) {
    return { points: left, bought, isBought: rewardPoints(amountUsd, pointsPerUsd) >= left, parts: [] }
  }
  const usd = parts.reduce((sum, part) => sum + part.amountUsd, givenUsd + amountUsd)
  const own = Math.min(bought, left)
  const shares = share(parts, left - own)
  const isShared = shares.reduce((sum, { points }) => sum + points, own) === left
  const isBought = own > 0 && isShared && rewardPoints(usd, pointsPerUsd) >= promised
  return isBought
    ? { points: own, bought, isBought, parts: shares }
    : { points: left, bought, isBought, parts: [] }
}

function share(parts: readonly Part[], points: number): Weighed['parts'] {
  const shares: Weighed['parts'] = []
  let rest = points
  for (const part of parts) {
    const its = Math.min(part.boughtPoints, rest)
    shares.push({ creditId: part.creditId, points: its })
    rest -= its
  }
  return shares
}
