import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useAdminToken } from '../../auth/session.ts'
import { REDIRECT_DELAY_MS } from '../../auth/sessions/leave-for-login.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import classes from './analytics.module.css'
import { AnalyticsCards } from './analytics-cards.tsx'
import type { AnalyticsSearch } from './analytics-search.ts'
import { RecentClicks } from './recent-clicks.tsx'

// The charts are larger than the rest of the page together.
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

const FEATURES = ['pageViews', 'signup', 'surveys', 'affiliates', 'privacy', 'realTime'] as const

/** What Chuma counts without an analytics service, and that no data leaves for one. */
function ServicePanel() {
  const t = useT()
  return (
    <>
      <Notice title={t('analytics.serviceTitle')}>{t('analytics.service')}</Notice>
      <Section title={t('analytics.featuresTitle')} text={t('analytics.features')}>
        <dl className={classes.features}>
          {FEATURES.map((name) => (
            <div key={name}>
              <dt>{t(`analytics.feature.${name}`)}</dt>
              <dd>{t(`analytics.feature.${name}Text`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}

/** Whether the page may load. Everyone else is told that it is for admins and sent to the start page. */
function useAnalyticsDoor(): boolean {
  const t = useT()
  const navigate = useNavigate()
  const hasAdminToken = useAdminToken() !== null
  const current = useCurrentUser()
  const isAdmin = hasAdminToken || (current.status === 'member' && current.user.isAdmin)
  const isStranger = !isAdmin && (current.status === 'anonymous' || current.status === 'member')

  useEffect(() => {
    if (!isStranger) return
    showToast({ kind: 'error', title: t('analytics.deniedTitle'), message: t('analytics.denied') })
    const timer = setTimeout(() => void navigate({ to: '/' }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isStranger, navigate, t])

  return isAdmin
}
