import type { Site } from './open-site.ts'

export type Outcome = {
  /** What was measured, in a few words each. */
  notes: string[]
  /** What did not meet the bar. */
  complaints?: string[]
}

/** Short: for `npm test`, which has many other things to do. */
export type How = { isShort: boolean }

export type Fault = {
  id: string
  title: string
  /** What has to hold, in words. Beside it I1 to I9 always do. */
  bar: string
  /** The longest time without a success. */
  maxGapMs?: number | undefined
  /** Nobody else leads before the leader's lease has ended: the bar is meant for one of ten seconds. */
  waitsForLease?: boolean
  mayNotFail?: boolean
  isWithoutLoad?: boolean
  /** The control: where nothing is lost, the checker sees nothing. */
  mustLose?: boolean
  /** Does it, and waits until the site is well again. */
  strike: (site: Site, how: How) => Promise<Outcome>
}

export type Result = {
  fault: Fault
  complaints: string[]
  lost: number
  gapMs: number | null
  baseline: { gapMs: number; p50: number; p99: number }
  acknowledged: number
  errors: string
  notes: string[]
}
