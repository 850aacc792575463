import { Skeleton } from '@mantine/core'
import { memo } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import stats from './stat-cards.module.css'

/** Shown until the member is known. The route's loader has started the dashboard's data. */
export function DashboardLoading() {
  const t = useT()
  return (
    <PageSkeleton lead={t('dashboard.lead')}>
      <DashboardSkeleton />
    </PageSkeleton>
  )
}

export const DashboardSkeleton = memo(function DashboardSkeleton() {
  const t = useT()
  return (
    <div className={blocks.sections}>
      <div className={stats.cards} role="status" aria-label={t('state.loading')}>
        {['available', 'total', 'surveys', 'progress'].map((card) => (
          <Skeleton key={card} height={112} radius="lg" aria-hidden />
        ))}
      </div>
      <Skeletons count={4} height={116} layout="grid" />
    </div>
  )
})
