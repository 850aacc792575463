import { Skeleton } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Amount } from '../ui/amount.tsx'

type Props = { points: number; size?: 'sm' | 'md' | 'lg'; signed?: boolean }

/** Points with their worth at today's rate. */
export function PointsAmount({ points, ...look }: Props) {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery()
  if (terms.data) return <Amount points={points} kes={points * terms.data.kesPerPoint} {...look} />
  // Without the rate the points are still true.
  if (terms.isError) return <strong>{t('amount.points', { points })}</strong>
  return <Skeleton component="span" display="inline-block" width="7em" height="1.2em" />
}
