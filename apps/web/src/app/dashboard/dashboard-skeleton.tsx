import { Skeleton } from '@mantine/core'
import { memo } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './dashboard.module.css'

export const DashboardSkeleton = memo(function DashboardSkeleton() {
  const t = useT()
  return (
    <div className={classes.sections}>
      <div role="status" aria-label={t('state.loading')}>
        <Skeleton height={112} radius="lg" aria-hidden />
      </div>
      <Skeletons count={2} height={112} layout="grid" />
      <Skeletons count={4} height={116} layout="grid" />
    </div>
  )
})
