import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Amount } from '../ui/figures/amount.tsx'
import { formatPoints } from '../ui/figures/format-points.ts'

type Props = { points: number; size?: 'sm' | 'md' | 'lg'; signed?: boolean }

/** A typical rate, to reserve the width of the shillings until the real one loads. */
const USUAL_KES = 1000

/** Points with their value at today's rate. */
export function PointsAmount({ points, ...look }: Props) {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery()
  if (terms.data) return <Amount points={points} kes={points * terms.data.kesPerPoint} {...look} />
  // Without the rate the points are still correct.
  if (terms.isError) return <strong>{formatPoints(t, points)}</strong>
  return <Amount points={points} kes={points * USUAL_KES} isArriving {...look} />
}
