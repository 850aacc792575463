import { lazy, Suspense } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Page } from '../../ui/page/page.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { AnalyticsCards } from './analytics-cards.tsx'
import type { AnalyticsSearch } from './analytics-search.ts'
import { RecentClicks } from './recent-clicks.tsx'
import { ServicePanel } from './service-panel.tsx'
import { useAnalyticsDoor } from './use-analytics-door.ts'

// The charts weigh more than everything else on the page together.
const Figures = lazy(async () => ({ default: (await import('./figures.tsx')).Figures }))

export function AnalyticsPage({ search }: { search: AnalyticsSearch }) {
  const t = useT()
  const title = t('analytics.title')
  const skeleton = <Skeletons count={3} height={320} />
  if (!useAnalyticsDoor()) {
    return (
      <Page title={title} width="wide">
        {skeleton}
      </Page>
    )
  }
  return (
    <AdminFrame title={title} needs="analytics:read">
      {() => (
        <>
          <AnalyticsCards />
          <RecentClicks />
          <Suspense fallback={skeleton}>
            <Figures search={search} />
          </Suspense>
          <ServicePanel />
        </>
      )}
    </AdminFrame>
  )
}
