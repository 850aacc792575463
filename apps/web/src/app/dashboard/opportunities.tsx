import type { User } from '@chuma/contract/auth/auth'
import type { Opportunity } from '@chuma/contract/tasks/games'
import { isProofKind } from '@chuma/contract/tasks/task-kinds'
import { Tabs, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconBriefcase,
  IconChartPie,
  IconCheck,
  IconClipboardList,
  IconGift,
  IconHelpCircle,
  IconLock,
  IconPlayerPlay,
  IconShare,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { CatchBoundary, type ErrorComponentProps, Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { useOpenOffer } from '../../premium/premium-offer.tsx'
import { JUST_NOW_MS } from '../../trpc.ts'
import { useShowActiveTab } from '../../ui/page/page.tsx'
import { explainMissingPart, isMissingPart } from '../../ui/page/status-screens.tsx'
import { ErrorState, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount, SHOWN_MOVEMENTS } from '../../wallet/movements.tsx'
import { type Loading, loadForMember } from '../load.ts'
import { DASHBOARD_TABS, type DashboardTab, FIRST_TAB, readDashboardSearch } from '../page-search.ts'
import classes from './opportunities.module.css'

type Kind = Opportunity['kind']

const ICONS = {
  survey: IconClipboardList,
  'daily-login': IconGift,
  'micro-job': IconBriefcase,
  video: IconPlayerPlay,
  ad: IconSpeakerphone,
  quiz: IconHelpCircle,
  spin: IconChartPie,
  social: IconShare,
} as const satisfies Record<Kind, unknown>

function tabOf(kind: Exclude<Kind, 'daily-login'>): DashboardTab {
  if (kind === 'survey') return 'surveys'
  if (kind === 'quiz' || kind === 'spin') return 'games'
  return isProofKind(kind) ? 'social' : 'earn'
}

type Props = { way: Opportunity; isLocked: boolean }

/** One way to earn: how much of it is left today, with a link. */
export function OpportunityTile({ way, isLocked }: Props) {
  const openOffer = useOpenOffer()
  const state = isLocked ? 'locked' : way.open === 0 ? 'done' : 'open'
  const face = <Face way={way} state={state} />
  if (isLocked) {
    return (
      <UnstyledButton className={classes.tile ?? ''} data-state={state} {...openOffer}>
        {face}
      </UnstyledButton>
    )
  }
  return (
    <Place way={way} state={state}>
      {face}
    </Place>
  )
}

type State = 'open' | 'done' | 'locked'

/** The bonus is claimed further up on this page; once claimed, there is nothing to link to. */
function Place({ way: { kind }, state, children }: { way: Opportunity; state: State; children: ReactNode }) {
  if (kind !== 'daily-login') {
    return (
      <TabLink tab={tabOf(kind)} className={classes.tile}>
        {children}
      </TabLink>
    )
  }
  if (state === 'done') return <div className={classes.tile}>{children}</div>
  return (
    <UnstyledButton
      className={classes.tile ?? ''}
      onClick={() => document.getElementById(DAILY_CLAIM_ID)?.focus()}
    >
      {children}
    </UnstyledButton>
  )
}

function Face({ way: { kind, open, done, upToPoints }, state }: { way: Opportunity; state: State }) {
  const t = useT()
  const Icon = ICONS[kind]
  return (
    <>
      <Icon className={classes.icon} aria-hidden />
      <span className={classes.name}>
        {t(kind === 'daily-login' ? 'today.dailyBonus' : `activityKind.${kind}`)}
      </span>
      <span className={classes.worth}>
        {upToPoints === null ? (
          t('today.each')
        ) : (
          <>
            {kind !== 'daily-login' && t('today.upTo')} <PointsAmount points={upToPoints} size="sm" />
          </>
        )}
      </span>
      <span className={classes.state} data-state={state}>
        {state === 'open' && t(done > 0 ? 'today.openDone' : 'today.open', { open, done })}
        {state === 'done' && (
          <>
            <IconCheck aria-hidden size={16} /> {t('today.done')}
          </>
        )}
        {state === 'locked' && (
          <>
            <IconLock aria-hidden size={16} /> {t('today.premium')}
            <VisuallyHidden>: {t('today.unlock')}</VisuallyHidden>
          </>
        )}
      </span>
    </>
  )
}

type TabLinkProps = { tab: DashboardTab; className: string | undefined; children: ReactNode }

/** Opens a tab of the dashboard on this page and moves the focus there. */
function TabLink({ tab, className, children }: TabLinkProps) {
  return (
    <Link to="." search={{ tab }} resetScroll={false} className={className} onClick={() => goTo(tab)}>
      {children}
    </Link>
  )
}

function goTo(tab: DashboardTab): void {
  document.getElementById(TABS_ID)?.scrollIntoView()
  document.getElementById(`${TABS_ID}-tab-${tab}`)?.focus({ preventScroll: true })
}

/** Element ids on the dashboard that links move the focus to. */
export const TODAY_TITLE_ID = 'today-title'
export const DAILY_CLAIM_ID = 'daily-claim'
/** The tabs: an address with this hash leads to them from any page. */
const TABS_ID = 'ways'

// Loaded when opened: most members open one or two.
const EarnTab = lazy(async () => ({ default: (await import('../../tasks/earn-tab.tsx')).EarnTab }))
const SurveysTab = lazy(async () => ({
  default: (await import('../../surveys/browse/surveys-tab.tsx')).SurveysTab,
}))
const GamesTab = lazy(async () => ({ default: (await import('../../tasks/games-tab.tsx')).GamesTab }))
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
        <Tabs.Tab value="surveys">{t('dashboard.tabSurveys')}</Tabs.Tab>
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
    surveys.listSurveys.prefetch(),
    wallet.listTransactions.prefetch({ limit: SHOWN_MOVEMENTS }),
    profile.getQuestion.prefetch(),
  ])
}
