/** Calculate a member's points for an offer that pays `rewardUsd`: rounded half up, at least one. */
export function rewardPoints(rewardUsd: number, pointsPerUsd: number): number {
  // In cents first: as a float 1.005 * 100 is 100.49999999999999, which would round down.
  const hundredths = Math.round(Math.round(rewardUsd * 100) * pointsPerUsd)
  return Math.max(1, Math.floor((hundredths + 50) / 100))
}
