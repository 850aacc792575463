/** Calculate a member's points for an offer that pays `rewardUsd`: rounded half up, at least one. */
export function rewardPoints(rewardUsd: number, pointsPerUsd: number): number {
  return Math.max(1, boughtPoints(rewardUsd, pointsPerUsd))
}

/** Calculate the points that this amount buys: rounded half up, and none for less than half a point. */
export function boughtPoints(amountUsd: number, pointsPerUsd: number): number {
  // In cents first: as a float 1.005 * 100 is 100.49999999999999, which would round down.
  const hundredths = Math.round(Math.round(amountUsd * 100) * pointsPerUsd)
  return Math.floor((hundredths + 50) / 100)
}
