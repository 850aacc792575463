import type { RecentClick } from '@chuma/contract/admin/analytics'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useAdminToken } from '../../auth/session.ts'
import { REDIRECT_DELAY_MS, useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import type { AnalyticsSearch } from '../../ui/figures/period-search.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { ErrorState, Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './analytics.module.css'

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
    <AdminFrame title={title}>
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

const count = new Intl.NumberFormat('en-KE')

function AnalyticsCards() {
  const t = useT()
  const stats = trpc.admin.getStats.useQuery(undefined, { retry: false })
  const clicks = trpc.admin.getClickFigures.useQuery(undefined, { retry: false })
  if (stats.isError || clicks.isError) {
    return (
      <ErrorState
        error={stats.error ?? clicks.error}
        onRetry={() => void Promise.all([stats.refetch(), clicks.refetch()])}
      />
    )
  }
  const show = (value: number | undefined) =>
    value === undefined ? t('analytics.loading') : count.format(value)
  return (
    <StatGrid label={t('analytics.cards')}>
      <StatCard label={t('analytics.pageViews')}>{show(stats.data?.totalClicks)}</StatCard>
      <StatCard label={t('analytics.surveyClicks')}>{show(clicks.data?.surveyClicks)}</StatCard>
      <StatCard label={t('analytics.affiliateClicks')}>{show(clicks.data?.affiliateClicks)}</StatCard>
      <StatCard label={t('analytics.activeUsers')}>{show(stats.data?.totalUsers)}</StatCard>
    </StatGrid>
  )
}

/** The latest clicks on surveys and affiliate links. */
function RecentClicks() {
  const t = useT()
  const clicks = trpc.admin.getClickFigures.useQuery(undefined, { retry: false })
  const skeleton = <Skeletons count={5} height={44} />
  return (
    <div className={classes.pair}>
      <Section title={t('analytics.recentSurveyClicks')}>
        <QueryView query={clicks} skeleton={skeleton}>
          {({ recentSurveyClicks }) => (
            <Clicks
              name={t('analytics.recentSurveyClicks')}
              clicks={recentSurveyClicks}
              empty={t('analytics.noSurveyClicks')}
            />
          )}
        </QueryView>
      </Section>
      <Section title={t('analytics.recentAffiliateClicks')}>
        <QueryView query={clicks} skeleton={skeleton}>
          {({ recentAffiliateClicks }) => (
            <Clicks
              name={t('analytics.recentAffiliateClicks')}
              clicks={recentAffiliateClicks}
              empty={t('analytics.noAffiliateClicks')}
            />
          )}
        </QueryView>
      </Section>
    </div>
  )
}

function Clicks({ name, clicks, empty }: { name: string; clicks: RecentClick[]; empty: string }) {
  if (clicks.length === 0) return <Text c="dimmed">{empty}</Text>
  return (
    <ul className={blocks.list} aria-label={name}>
      {clicks.map(({ id, title, clickedAt, user }) => (
        <li key={id} className={classes.row}>
          <span>
            <strong>{`${user.firstName} ${user.lastName}`}</strong>
            <span className={blocks.quiet}>{title}</span>
          </span>
          <time className={blocks.quiet} dateTime={clickedAt}>
            {formatDateTime(clickedAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}
