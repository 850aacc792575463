import type { QualityFlag } from '@chuma/contract/surveys/reviews'

/** pay: nothing is in doubt · doubt: pay now, and let a withdrawal wait · hold: pay after a check. */
export type Verdict = 'pay' | 'doubt' | 'hold'

/** On their own, these hold a reward: no honest answer looks like them. */
const SEVERE: ReadonlySet<QualityFlag> = new Set(['same-as-others', 'pace', 'repeated'])
/** Three signs at once are no accident. */
const MANY = 3

/**
 * Decide what quality flags do to a reward. A single mild flag pays: honest people can be fast, or answer through a program that
 * never opens the survey. A failed attention check holds with any other flag.
 */
export function judgeFlags(flags: readonly QualityFlag[]): Verdict {
  if (flags.length === 0) return 'pay'
  const isSevere =
    flags.some((flag) => SEVERE.has(flag)) ||
    (flags.includes('attention-check') && flags.length > 1) ||
    flags.length >= MANY
  return isSevere ? 'hold' : 'doubt'
}
