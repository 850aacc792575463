import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import type { StaffProcedure } from '@chuma/contract/admin/staff-permissions.gen'
import type { WaitingItem } from '@chuma/contract/admin/waiting'
import { Button, Tabs, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconChecks, IconChevronRight } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
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
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { mayCall, type StartForStaff } from '../../ui/frame/access.ts'
import { AdminFrame, moveFocus } from '../../ui/frame/admin-frame.tsx'
import classes from '../../ui/frame/admin-tabs.module.css'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { isAlarm, useWaiting, WAITING_PLACES } from '../../ui/frame/waiting-places.ts'
import { Panel, useShowActiveTab } from '../../ui/page/page.tsx'
import { ErrorState, Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import type { MemberFilter } from '../members/member-filter.ts'
import { memberPages, UsersTab } from '../members/users-tab.tsx'
import adminPageClasses from './admin-page.module.css'

export function AdminPage({ tab }: { tab: AdminTab | undefined }) {
  const t = useT()
  return (
    <AdminFrame title={t('admin.title')}>
      {(staff) => (
        <>
          {staff.isSecondFactorWaived && (
            <Notice title={t('factor.waivedTitle')}>{t('factor.waived')}</Notice>
          )}
          {mayCall(staff, 'admin.listEconomyPresets') && <ChoiceMissingNotice />}
          <TodaySection />
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

/** The tabs that a staff member may open, and the shown one: the first, unless the address names another. */
function chooseTab(may: (procedure: StaffProcedure) => boolean, asked: AdminTab | undefined) {
  const tabs = ADMIN_TABS.filter(({ opensWith }) => may(opensWith)).map(({ name }) => name)
  return { tabs, tab: tabs.find((name) => name === asked) ?? tabs[0] ?? null }
}

type Props = { staff: SignedInStaffMember; asked: AdminTab | undefined }

function AdminTabs({ staff, asked }: Props) {
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
        <WithdrawalsTab permissions={staff.permissions} />
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

/** On staff's first page, until an owner has chosen an economy preset. Never on the demo. */
function ChoiceMissingNotice() {
  const t = useT()
  const mayChoose = useMay('economy:manage')
  const { data } = trpc.admin.listEconomyPresets.useQuery({})
  if (!data?.isChoiceRequired || data.chosen) return null
  return (
    <Notice
      title={t('preset.missingTitle')}
      action={
        mayChoose && (
          <Button renderRoot={(props) => <Link to="/admin/economy" {...props} />}>
            {t('preset.missingAction')}
          </Button>
        )
      }
    >
      {t(mayChoose ? 'preset.missing' : 'preset.missingForOthers')}
    </Notice>
  )
}

/** What waits for staff: how much of it, since when, and the way to its list. */
function TodaySection() {
  const t = useT()
  const query = useWaiting()
  return (
    <section aria-labelledby="today">
      <Title order={2} id="today" mb="sm">
        {t('staffToday.title')}
      </Title>
      <QueryView query={query} skeleton={<Skeletons count={4} height={64} layout="grid" />}>
        {(work) => <Work work={work} />}
      </QueryView>
    </section>
  )
}

function Work({ work }: { work: WaitingItem[] }) {
  const t = useT()
  const waiting = work.filter((item) => item.count > 0)
  const rest = work.filter(({ kind, count }) => count === 0 && !isAlarm(kind))
  return (
    <>
      {waiting.length === 0 ? (
        <Panel tone="quiet" className={adminPageClasses.done}>
          <IconChecks aria-hidden size={28} />
          <p>{t('staffToday.done')}</p>
        </Panel>
      ) : (
        <ul className={adminPageClasses.list} onKeyDown={moveFocus}>
          {waiting.map((item) => (
            <li key={item.kind}>
              <Item item={item} />
            </li>
          ))}
        </ul>
      )}
      {waiting.length > 0 && rest.length > 0 && (
        <p className={adminPageClasses.rest}>
          {t('staffToday.nothing', { list: rest.map(({ kind }) => t(`waiting.${kind}`)).join(' · ') })}
        </p>
      )}
    </>
  )
}

/** A state has no number: payouts are stopped or not. */
const STATES = new Set<WaitingItem['kind']>([
  'books-broken',
  'mails-waiting',
  'payouts-stopped',
  'automatic-stopped',
  'low-float',
])

function Item({ item: { kind, count: waiting, since } }: { item: WaitingItem }) {
  const t = useT()
  return (
    <Link
      {...WAITING_PLACES[kind]}
      className={adminPageClasses.item}
      data-alarm={isAlarm(kind) || undefined}
      data-stop="open"
    >
      <span className={adminPageClasses.count}>
        {STATES.has(kind) ? <IconAlertTriangle aria-hidden size={26} /> : count.format(waiting)}
      </span>
      <span className={adminPageClasses.words}>
        <strong>{t(`waiting.${kind}`)}</strong>
        {since && (
          <span className={adminPageClasses.since}>
            {t(STATES.has(kind) ? 'staffToday.since' : 'staffToday.oldest')} <TimeAgo date={since} />
          </span>
        )}
      </span>
      <IconChevronRight aria-hidden size={20} className={adminPageClasses.chevron} />
    </Link>
  )
}
