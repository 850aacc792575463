import type { Permission } from '@chuma/contract/admin/permissions'
import { Tabs, Text } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { MemberFilter } from '../../account/members/member-filter.ts'
import { memberPages, UsersTab } from '../../account/members/users-tab.tsx'
import { ALONE, loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { WithdrawalsTab } from '../../payouts/withdrawals-tab.tsx'
import { SurveysTab } from '../../surveys/offers/surveys-tab.tsx'
import { QuizzesTab } from '../../tasks/quiz/quizzes-tab.tsx'
import { GamesTab } from '../../tasks/wheel/games-tab.tsx'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { useShowActiveTab } from '../../ui/page/use-show-active-tab.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { ChoiceMissingNotice } from '../economy/presets/choice-missing-notice.tsx'
import { TodaySection } from '../today/today-section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { type AdminTab, listAdminTabs, readAdminTab } from './admin-tab.ts'
import classes from './admin-tabs.module.css'

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

type Props = { permissions: readonly Permission[]; asked: AdminTab | undefined }

function AdminTabs({ permissions, asked }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const tabs = listAdminTabs(permissions)
  const tab = tabs.find((name) => name === asked) ?? tabs[0] ?? null
  const row = useShowActiveTab(tab)
  const open = (next: string | null) =>
    void navigate({
      to: pathname === '/admin-dashboard' ? '/admin-dashboard' : '/admin',
      search: readAdminTab({ tab: next }),
      resetScroll: false,
    })
  return (
    <Tabs
      value={tab}
      onChange={open}
      // Opening a tab adds to the browser's history, so arrow keys only move the focus and Enter opens.
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ list: classes.list ?? '', tab: classes.tab ?? '', panel: blocks.sections ?? '' }}
    >
      <Tabs.List aria-label={t('admin.tabs')} ref={row}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`admin.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="users">
        <UsersTab />
      </Tabs.Panel>
      <Tabs.Panel value="withdrawals">
        <WithdrawalsTab permissions={permissions} />
      </Tabs.Panel>
      <Tabs.Panel value="surveys">
        <SurveysTab />
      </Tabs.Panel>
      <Tabs.Panel value="games">
        <GamesTab />
      </Tabs.Panel>
      <Tabs.Panel value="quizzes">
        <QuizzesTab />
      </Tabs.Panel>
    </Tabs>
  )
}

type Deps = { tab?: AdminTab | undefined } & MemberFilter

/** Start the figures above the tabs, and the list of the first tab. */
export function loadAdmin(loading: Loading & { deps: Deps }): void {
  const { tab = 'users', ...filter } = loading.deps
  loadForStaff(loading, 'stats:read', ({ admin, wallet }, { client, queryClient }) => [
    admin.getStats.prefetch(undefined, { staleTime: 0, ...ALONE }),
    wallet.getTerms.prefetch(),
    ...(tab === 'users' ? [queryClient.prefetchInfiniteQuery(memberPages(client, filter))] : []),
  ])
}
