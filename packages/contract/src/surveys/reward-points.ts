/** Points a member gets for an offer that pays `rewardUsd`: rounded half up, never less than one. */
export function rewardPoints(rewardUsd: number, pointsPerUsd: number): number {
  // In cents first: 1.005 * 100 is 100.49999999999999 as a float, and half a point must not depend on that.
  const hundredths = Math.round(Math.round(rewardUsd * 100) * pointsPerUsd)
  return Math.max(1, Math.floor((hundredths + 50) / 100))
}
