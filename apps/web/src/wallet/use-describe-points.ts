import { formatKes } from '@chuma/contract/format-money'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { formatPoints, type Look } from '../ui/figures/format-points.ts'

/** Describe points as `25 points (KES 25,000)`, for a toast or a label. Without today's rate, the points alone. */
export function useDescribePoints(): (points: number, look?: Look) => string {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery().data
  return (points, look) => {
    const text = formatPoints(t, points, look)
    return terms ? `${text} (${formatKes(points * terms.kesPerPoint)})` : text
  }
}
