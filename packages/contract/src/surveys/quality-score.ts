import type { QualityFlag } from './reviews.ts'

/**
 * How much each flag puts answers in doubt, in points of a hundred. Mild flags happen to honest people: three of them are no accident.
 * A failed attention check holds with any other flag, and what no honest answer looks like holds alone (docs/decisions/0081).
 */
export const FLAG_WEIGHTS: Readonly<Record<QualityFlag, number>> = {
  'too-fast': 20,
  'faster-than-others': 20,
  'not-opened': 20,
  'straight-line': 20,
  contradiction: 20,
  'same-as-own': 20,
  nonsense: 20,
  'attention-check': 30,
  'same-as-others': 50,
  pace: 50,
  repeated: 50,
}

/** From this score on, a reward is held. Below it, it is paid at once, and the doubt can delay a withdrawal. */
export const HOLD_SCORE = 50

/** Add up how much is in doubt: 0 is nothing, 100 everything. */
export function qualityScore(flags: readonly QualityFlag[]): number {
  return Math.min(
    100,
    flags.reduce((sum, flag) => sum + FLAG_WEIGHTS[flag], 0),
  )
}
