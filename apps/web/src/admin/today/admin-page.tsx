import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import type { StaffProcedure } from '@chuma/contract/admin/staff-permissions.gen'
import { Tabs, Text } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ALONE } from '../../app/load.ts'
import { ADMIN_TABS, type AdminTab, readAdminTab } from '../../app/page-search.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { startWithdrawals, WithdrawalsTab } from '../../payouts/withdrawals-tab.tsx'
import { SurveysTab } from '../../surveys/offers/offer-cards.tsx'
import { QuizzesTab } from '../../tasks/quiz/quizzes-tab.tsx'
import { StaffGamesTab } from '../../tasks/wheel/staff-games-tab.tsx'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { StatCard, StatGrid, StatSkeletons } from '../../ui/figures/stat-card.tsx'
import { mayCall, type StartForStaff } from '../../ui/frame/access.ts'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import classes from '../../ui/frame/admin-tabs.module.css'
import { useShowActiveTab } from '../../ui/page/page.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import type { MemberFilter } from '../members/member-filter.ts'
import { memberPages, UsersTab } from '../members/users-tab.tsx'
import { OwnersNotices } from './today-page.tsx'

/** SPEC §2, admin dashboard: the figures and the five tabs. */
export function AdminPage({ tab }: { tab: AdminTab | undefined }) {
  const t = useT()
  return (
    <AdminFrame title={t('admin.title')}>
      {(staff) => (
        <>
          <OwnersNotices staff={staff} />
          <AdminStatsPanel />
          <AdminTabs staff={staff} asked={tab} />
        </>
      )}
    </AdminFrame>
  )
}

const MINUTE_MS = 60_000
const count = new Intl.NumberFormat('en-KE')

function AdminStatsPanel() {
  const t = useT()
  const stats = trpc.admin.getStats.useQuery(undefined, { refetchInterval: MINUTE_MS })
  const terms = trpc.wallet.getTerms.useQuery()
  if (stats.isError) return <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
  if (!stats.data) {
    return (
      <div>
        <StatSkeletons count={5} height={146} />
        {/* The line below the figures. */}
        <Text size="sm" mt="xs">
          {'\u00a0'}
        </Text>
      </div>
    )
  }

  const { totalUsers, activeUsers, totalSurveys, surveysCompleted, totalEarnings, countedAt } = stats.data
  return (
    <div>
      <StatGrid label={t('word.figures')}>
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
        <StatCard label={t('word.totalEarnings')} note={t('admin.totalEarningsNote')}>
          {terms.data && <Amount points={totalEarnings} kes={totalEarnings * terms.data.kesPerPoint} />}
        </StatCard>
      </StatGrid>
      <Text size="sm" c="dimmed" mt="xs">
        {t('admin.counted', { when: formatDateTime(countedAt) })}
      </Text>
    </div>
  )
}

/** The tabs that a staff member may open, and the shown one: the first, unless the address names another. */
function chooseTab(may: (procedure: StaffProcedure) => boolean, asked: AdminTab | undefined) {
  const tabs = ADMIN_TABS.filter(({ opensWith }) => may(opensWith)).map(({ name }) => name)
  return { tabs, tab: tabs.find((name) => name === asked) ?? tabs[0] ?? null }
}

function AdminTabs({ staff, asked }: { staff: SignedInStaffMember; asked: AdminTab | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { tabs, tab } = chooseTab((procedure) => mayCall(staff, procedure), asked)
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
      <Tabs.List aria-label={t('word.sections')} ref={row}>
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
        <WithdrawalsTab />
      </Tabs.Panel>
      <Tabs.Panel value="surveys">
        <SurveysTab />
      </Tabs.Panel>
      <Tabs.Panel value="games">
        <StaffGamesTab />
      </Tabs.Panel>
      <Tabs.Panel value="quizzes">
        <QuizzesTab />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Start what is above the tabs, and the lists of the tab. */
export const startAdminPage =
  ({ tab, ...filter }: { tab?: AdminTab | undefined } & MemberFilter): StartForStaff =>
  (utils, api) => {
    const { admin, wallet } = utils
    const shown = chooseTab(api.may, tab).tab
    return [
      admin.getStats.prefetch(undefined, { staleTime: 0, ...ALONE }),
      wallet.getTerms.prefetch(),
      ...(api.may('admin.listEconomyPresets') ? [admin.listEconomyPresets.prefetch({})] : []),
      ...(shown === 'users'
        ? [api.queryClient.prefetchInfiniteQuery({ ...memberPages(api.client, filter), staleTime: 0 })]
        : []),
      ...(shown === 'withdrawals' ? startWithdrawals(utils, api) : []),
    ]
  }
