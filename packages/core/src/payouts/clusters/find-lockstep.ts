import { CLUSTER_TERMS } from './cluster-terms.ts'

export type Earning = { kind: string; at: Date }

/** Count the rewards of one member that came within two minutes of a similar one of the other. Both newest first. */
export function findLockstep(ones: readonly Earning[], others: readonly Earning[]): number {
  const windowMs = CLUSTER_TERMS.lockstepSeconds * 1000
  const used = new Set<number>()
  let count = 0
  for (const { kind, at } of ones) {
    const match = others.findIndex(
      (other, index) =>
        !used.has(index) && other.kind === kind && Math.abs(other.at.getTime() - at.getTime()) <= windowMs,
    )
    if (match < 0) continue
    used.add(match)
    count++
  }
  return count
}
