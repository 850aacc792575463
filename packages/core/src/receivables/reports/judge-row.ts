import type { ReportOutcome } from '@chuma/contract/receivables/reports'
import type { OurCredit } from '@chuma/db/queries/receivables/reports'

type Said = { usd: number; status: 'approved' | 'pending' | 'reversed' }

/** Reports round to cents what events tell to a hundredth of one. */
const SAME_USD = 0.005

/** Compare what a partner's report says with our credit of the transaction. */
export function judgeRow(
  { usd, status }: Said,
  ours: Pick<OurCredit, 'state' | 'usd'> | undefined,
): ReportOutcome {
  // Nobody owes anything for what was taken back and never came here.
  if (!ours) return status === 'reversed' ? 'matched' : 'only-there'
  const isGone = ours.state === 'reversed' || ours.state === 'cancelled'
  if (status === 'reversed') return isGone ? 'matched' : 'reversed-there'
  if (isGone) return status === 'approved' ? 'reversed-here' : 'matched'
  // Amounts of a hundredth of a cent: whole numbers, as differences of fractions are not exact.
  const apart = Math.abs(Math.round(usd * 10_000) - Math.round(ours.usd * 10_000))
  return apart < SAME_USD * 10_000 ? 'matched' : 'amount-differs'
}
