import { HOLD_SCORE, qualityScore } from '@chuma/contract/surveys/quality-score'
import type { QualityFlag } from '@chuma/contract/surveys/reviews'

/** pay: nothing is in doubt · doubt: pay now, and let a withdrawal wait · hold: pay after a check. */
export type Verdict = 'pay' | 'doubt' | 'hold'

/** Decide what quality flags do to a reward. */
export function judgeFlags(flags: readonly QualityFlag[]): Verdict {
  if (flags.length === 0) return 'pay'
  return qualityScore(flags) >= HOLD_SCORE ? 'hold' : 'doubt'
}
