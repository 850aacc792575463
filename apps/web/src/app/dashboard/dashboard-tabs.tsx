import type { User } from '@chuma/contract/auth/auth'
import { Tabs } from '@mantine/core'
import { CatchBoundary, type ErrorComponentProps, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { loadMessages } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { SHOWN_SURVEYS } from '../../surveys/attempts/survey-action.tsx'
import { JUST_NOW_MS } from '../../trpc.ts'
import { useShowActiveTab } from '../../ui/page/page.tsx'
import { explainMissingPart, isMissingPart } from '../../ui/page/status-screens.tsx'
import { ErrorState, Skeletons } from '../../ui/states/states.tsx'
import { SHOWN_MOVEMENTS } from '../../wallet/movements.tsx'
import { type Loading, loadForMember } from '../load.ts'
import { DASHBOARD_TABS, type DashboardTab, FIRST_TAB, readDashboardSearch } from '../page-search.ts'
import classes from './dashboard-tabs.module.css'

/** The tabs: an address with this hash leads to them from any page. */
const TABS_ID = 'ways'

/** Move to a tab that a link opens, and focus it. */
export function openTab(tab: DashboardTab): void {
  document.getElementById(TABS_ID)?.scrollIntoView()
  document.getElementById(`${TABS_ID}-tab-${tab}`)?.focus({ preventScroll: true })
}

// Loaded when opened: most members open one or two.
const EarnTab = lazy(async () => ({ default: (await import('../../tasks/earn-tab.tsx')).EarnTab }))
const SurveysTab = lazy(async () => ({
  default: (await import('../../surveys/browse/surveys-tab.tsx')).SurveysTab,
}))
const GamesTab = lazy(async () => {
  const [tab] = await Promise.all([import('../../tasks/games-tab.tsx'), loadMessages('games')])
  return { default: tab.GamesTab }
})
const WalletTab = lazy(async () => ({ default: (await import('../../wallet/wallet-tab.tsx')).WalletTab }))
const SocialTab = lazy(async () => ({
  default: (await import('../../tasks/proofs/social-tab.tsx')).SocialTab,
}))

export function DashboardTabs({ user }: { user: User }) {
  const t = useT()
  const { tab, chooseTab } = useDashboardTab()
  const row = useShowActiveTab(tab)
  const { isPremium } = user
  return (
    <Tabs
      id={TABS_ID}
      value={tab}
      onChange={chooseTab}
      // Opening a tab adds to the browser's history, so arrow keys only move the focus and Enter opens.
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ list: classes.list ?? '', tab: classes.tab ?? '' }}
    >
      <Tabs.List aria-label={t('dashboard.tabs')} mb="md" ref={row}>
        <Tabs.Tab value="earn">{t('dashboard.tabEarn')}</Tabs.Tab>
        <Tabs.Tab value="surveys">{t('word.surveys')}</Tabs.Tab>
        <Tabs.Tab value="games">{t('dashboard.tabGames')}</Tabs.Tab>
        <Tabs.Tab value="wallet">{t('dashboard.tabWallet')}</Tabs.Tab>
        <Tabs.Tab value="social">{t('dashboard.tabSocial')}</Tabs.Tab>
      </Tabs.List>
      <Panel value="earn">
        <EarnTab isPremium={isPremium} />
      </Panel>
      <Panel value="surveys">
        <SurveysTab />
      </Panel>
      <Panel value="games">
        <GamesTab memberId={user.id} isPremium={isPremium} />
      </Panel>
      <Panel value="wallet">
        <WalletTab />
      </Panel>
      <Panel value="social">
        <SocialTab isPremium={isPremium} />
      </Panel>
    </Tabs>
  )
}

function Panel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={value}>
      <CatchBoundary getResetKey={() => value} errorComponent={MissingTab}>
        <Suspense fallback={<Skeletons count={2} height={160} />}>{children}</Suspense>
      </CatchBoundary>
    </Tabs.Panel>
  )
}

/** Keeps the rest of the dashboard in place. */
function MissingTab({ error }: ErrorComponentProps) {
  if (!isMissingPart(error)) throw error
  return <ErrorState text={explainMissingPart()} onRetry={() => location.reload()} />
}

/** The open tab. The address holds it; opening another tab adds to the browser's history. */
function useDashboardTab() {
  // Parsed again: the router also passes on search values that were not validated.
  const { tab = FIRST_TAB } = readDashboardSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const chooseTab = (name: string | null) => {
    const next = DASHBOARD_TABS.find((known) => known === name)
    if (next) void navigate({ to: '.', search: { tab: next }, resetScroll: false })
  }
  return { tab, chooseTab }
}

/** Start what decides the dashboard's layout, and what it shows a moment later. */
export function loadDashboard(loading: Loading): void {
  const fresh = { staleTime: JUST_NOW_MS }
  loadForMember(loading, ({ profile, surveys, tasks, wallet }) => [
    wallet.listPayoutPauses.prefetch(undefined, fresh),
    wallet.getTerms.prefetch(),
    tasks.getToday.prefetch(undefined, fresh),
    wallet.listWithdrawals.prefetch(undefined, fresh),
    surveys.listUserSurveys.prefetch(undefined, fresh),
    surveys.listSurveys.prefetch({ limit: SHOWN_SURVEYS }),
    wallet.listTransactions.prefetch({ limit: SHOWN_MOVEMENTS }),
    profile.getQuestion.prefetch(),
  ])
}
