import type { Site } from './open-site.ts'

export type Outcome = {
  /** What was measured, in a few words each. */
  notes: string[]
  /** What missed the bar. */
  complaints?: string[]
}

/** Short: the form that `npm test` runs. */
export type How = { isShort: boolean }

export type Fault = {
  id: string
  title: string
  /** What has to hold, in words. I1 to I9 always have to. */
  bar: string
  /** The longest time without a success. */
  maxGapMs?: number | undefined
  /** No other node leads before the leader's lease has ended: the bar is for a lease of ten seconds. */
  waitsForLease?: boolean
  mayNotFail?: boolean
  isWithoutLoad?: boolean
  /** The control: if nothing is lost, the checker is blind. */
  mustLose?: boolean
  /** Cause the fault, and wait until the site has recovered. */
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
