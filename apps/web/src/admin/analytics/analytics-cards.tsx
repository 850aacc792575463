import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'

const count = new Intl.NumberFormat('en-KE')

export function AnalyticsCards() {
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
