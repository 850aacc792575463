import { Text } from '@mantine/core'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { ChoiceMissingNotice } from '../economy/presets/choice-missing-notice.tsx'
import { TodaySection } from '../today/today-section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import type { AdminTab } from './admin-tab.ts'
import { AdminTabs } from './admin-tabs.tsx'

export function AdminPage({ tab }: { tab: AdminTab | undefined }) {
  const t = useT()
  return (
    <AdminFrame title={t('admin.title')}>
      {({ permissions, isSecondFactorWaived }) => (
        <>
          {isSecondFactorWaived && <Notice title={t('factor.waivedTitle')}>{t('factor.waived')}</Notice>}
          {permissions.includes('economy:read') && <ChoiceMissingNotice />}
          {permissions.includes('stats:read') && <TodaySection />}
          {permissions.includes('stats:read') && <AdminStatsPanel />}
          <AdminTabs permissions={permissions} asked={tab} />
        </>
      )}
    </AdminFrame>
  )
}

const MINUTE_MS = 60_000
const count = new Intl.NumberFormat('en-KE')

function AdminStatsPanel() {
  const t = useT()
  const stats = trpc.admin.getStats.useQuery(undefined, { refetchInterval: MINUTE_MS, staleTime: 0 })
  const terms = trpc.wallet.getTerms.useQuery()
  if (stats.isError) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  if (!stats.data) return <Skeletons count={5} height={98} layout="grid" />

  const { totalUsers, activeUsers, totalSurveys, surveysCompleted, totalEarnings, countedAt } = stats.data
  return (
    <div>
      <StatGrid label={t('admin.stats')}>
        <StatCard label={t('admin.totalUsers')} note={t('admin.totalUsersNote')}>
          {count.format(totalUsers)}
        </StatCard>
        <StatCard label={t('admin.activeUsers')} note={t('admin.activeUsersNote')}>
          {count.format(activeUsers)}
        </StatCard>
        <StatCard label={t('admin.totalSurveys')} note={t('admin.totalSurveysNote')}>
          {count.format(totalSurveys)}
        </StatCard>
        <StatCard label={t('admin.surveysCompleted')} note={t('admin.surveysCompletedNote')}>
          {count.format(surveysCompleted)}
        </StatCard>
        <StatCard label={t('admin.totalEarnings')} note={t('admin.totalEarningsNote')}>
          {terms.data && <Amount points={totalEarnings} kes={totalEarnings * terms.data.kesPerPoint} />}
        </StatCard>
      </StatGrid>
      <Text size="sm" c="dimmed" mt="xs">
        {t('admin.counted', { when: formatDateTime(countedAt) })}
      </Text>
    </div>
  )
}
