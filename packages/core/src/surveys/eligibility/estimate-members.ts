import type { Audience } from '@chuma/contract/surveys/eligibility/eligibility'

/** Project a count among a random share, with the 95 % interval of a Poisson count (score method). */
export function estimateMembers(count: number, share: number): Audience['active'] {
  if (share === 1) return { members: count, low: count, high: count }
  const middle = count + 1.92
  const half = 1.96 * Math.sqrt(count + 0.96)
  return {
    members: Math.round(count / share),
    low: Math.max(count, Math.floor((middle - half) / share)),
    high: Math.ceil((middle + half) / share),
  }
}
