import type { User } from '@chuma/contract/auth/auth'
import { formatKes } from '@chuma/contract/format-money'
import type { Opportunity, TodayStats } from '@chuma/contract/tasks/games'
import { VIEW_KINDS } from '@chuma/contract/tasks/task-kinds'
import type { Balance } from '@chuma/contract/wallet/wallet'
import { Button, Progress, Skeleton, Title } from '@mantine/core'
import {
  IconChartPie,
  IconCheck,
  IconClipboardList,
  IconGift,
  IconLock,
  IconPlayerPlay,
  IconShare,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, memo, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { loadMessages, type Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { PremiumOffer, UpgradeButton } from '../../premium/premium-offer.tsx'
import { brandName } from '../../site/from-server.ts'
import { NextSurvey, useDashboardSurveys, useUserSurveys } from '../../surveys/attempts/survey-action.tsx'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { HeroPanel, Page, Panel } from '../../ui/page/page.tsx'
import { isSettled, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { FollowWallet } from '../../wallet/follow-wallet.tsx'
import { PointsAmount, useDescribePoints, useRefreshPoints, useWithdrawals } from '../../wallet/movements.tsx'
import { PauseBanner } from '../../wallet/withdrawals/pause-banner.tsx'
import { WithdrawalTrackers } from '../../wallet/withdrawals/payout-tracker.tsx'
import { MemberLanguage } from '../app-header.tsx'
import type { DashboardTab } from '../page-search.ts'
import classes from './dashboard.module.css'
import { DashboardTabs, openTab } from './dashboard-tabs.tsx'
import statCards from './stat-cards.module.css'
import todayClasses from './today.module.css'
import welcomeClasses from './welcome.module.css'

const DashboardSkeleton = memo(function DashboardSkeleton() {
  const t = useT()
  return (
    <div className={classes.sections}>
      <div role="status" aria-label={t('state.loading')}>
        <Skeleton height={88} radius="lg" aria-hidden />
      </div>
      <Skeletons count={2} height={112} layout="grid" />
      <Skeletons count={4} height={52} />
    </div>
  )
})

// Optional, so the dashboard works without it: offline, for example.
const QuestionOfDay = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [card] = await Promise.all([import('../../profile/attribute-field.tsx'), loadMessages('asking')])
    return { default: card.QuestionOfDay }
  } catch {
    return { default: () => null }
  }
})

/** A member's home: their balance, what waits for them, and ways to earn. */
export function Dashboard() {
  const t = useT()
  const current = useCurrentUser()
  const user = current.status === 'member' ? current.user : undefined
  const isWhole = useDashboardQueries()
  const isDrawn = useDeferredValue(isWhole && user !== undefined)
  return (
    // The heading is a greeting, which is no title for a tab or a bookmark.
    <Page title={t('word.dashboard')} heading={user ? greet(t, user) : null} lead={t('dashboard.lead')}>
      {isDrawn && user ? <Sections user={user} /> : <DashboardSkeleton />}
    </Page>
  )
}

function greet(t: Translate, { firstName }: User): string {
  return t('dashboard.greeting', { name: firstName.trim() || t('dashboard.earner') })
}

// Each part loads its own data, so that it re-renders on its own.
const Sections = memo(function Sections({ user }: { user: User }) {
  const balance = trpc.wallet.getBalance.useQuery()
  return (
    <div className={classes.sections}>
      <FollowWallet />
      <PauseBanner />
      <Welcome />
      <QueryView query={balance} skeleton={<DashboardSkeleton />}>
        {(loaded) => <BalanceCard balance={loaded} />}
      </QueryView>
      <WithdrawalTrackers />
      <NextSurvey />
      <PremiumOffer>
        <Today isPremium={user.isPremium} />
        <StatCards balance={balance.data} isPremium={user.isPremium} />
        <DashboardTabs user={user} />
      </PremiumOffer>
      {/* Last: it comes late, and must not move what a member is reading. */}
      <Suspense>
        <QuestionOfDay />
      </Suspense>
    </div>
  )
})

/**
 * Whether all data that decides the dashboard's layout has loaded. Shown one by one, each part would push the next ones
 * down.
 */
function useDashboardQueries(): boolean {
  const balance = trpc.wallet.getBalance.useQuery()
  const pauses = trpc.wallet.listPayoutPauses.useQuery(undefined, { staleTime: JUST_NOW_MS })
  // Every amount shows its value in shillings.
  const terms = trpc.wallet.getTerms.useQuery()
  const surveys = useDashboardSurveys()
  const queries = [balance, pauses, useToday(), useWithdrawals(), useUserSurveys(), surveys, terms]
  // Read every query's state, so that react-query re-renders for each of them.
  return queries.map(isSettled).every(Boolean)
}

/** What the member has, and the way to take it out. */
function BalanceCard({ balance }: { balance: Balance }) {
  const t = useT()
  return (
    <HeroPanel className={classes.hero} aria-label={t('word.availablePoints')}>
      <div>
        <p className={classes.label}>{t('word.availablePoints')}</p>
        <PointsAmount points={balance.availablePoints} size="lg" />
      </div>
      <Link to="/withdraw" className={classes.withdraw}>
        {t('word.withdraw')}
      </Link>
    </HeroPanel>
  )
}

type StatCardsProps = {
  /** Undefined if it could not be loaded: the panel above says so and offers a retry, and a dash is enough here. */
  balance: Balance | undefined
  isPremium: boolean
}

/** What was earned so far. The first of the four numbers, the available points, leads the page. */
function StatCards({ balance, isPremium }: StatCardsProps) {
  const t = useT()
  return (
    <section className={statCards.cards} aria-label={t('dashboard.stats')}>
      <StatCard
        label={t('word.totalEarnings')}
        note={
          balance && (
            <>
              {t('profile.thisMonth')} <PointsAmount points={balance.thisMonthEarnings} size="sm" />
            </>
          )
        }
      >
        {balance ? <PointsAmount points={balance.totalEarnings} /> : '–'}
      </StatCard>
      <StatCard label={t('dashboard.surveysCompleted')}>
        {balance ? t('dashboard.count', { count: balance.surveysCompleted }) : '–'}
      </StatCard>
      <DailyProgressCard isPremium={isPremium} />
    </section>
  )
}

/** Today's progress: what was earned, and how many of the daily activities are done. */
function DailyProgressCard({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  const today = useToday()
  const label = t('dashboard.progress')
  // The checklist reports a failure and offers a retry; a dash is enough here.
  if (!today.data) return <StatCard label={label}>–</StatCard>
  return (
    <StatCard label={label} note={<Bar today={today.data} isPremium={isPremium} />}>
      <PointsAmount points={today.data.earnedToday} />
    </StatCard>
  )
}

/** The bonus is the only daily thing that is free: a free member reads its name, not “0 of 1”. */
function describeDone(t: Translate, { done, total }: { done: number; total: number }): string {
  if (total === 0) return t('dashboard.progressNone')
  if (total > 1) return t('dashboard.progressCount', { done, total })
  return t(done === 0 ? 'dashboard.bonusOpen' : 'dashboard.bonusClaimed')
}

function Bar({ today, isPremium }: { today: TodayStats; isPremium: boolean }) {
  const t = useT()
  const { done, total } = dailyProgress(today, isPremium)
  const { earnedToday: earned, dailyGoalPoints: goal } = today
  const ticked = describeDone(t, { done, total })
  const [share, text] =
    goal > 0
      ? [earned / goal, t('dashboard.progressGoal', { earned, goal })]
      : [total === 0 ? 0 : done / total, ticked]
  return (
    <>
      <Progress.Root size="md" my={6}>
        <Progress.Section
          value={Math.min(100, share * 100)}
          // Mantine's progress bar announces only a percentage.
          withAria={false}
          role="progressbar"
          aria-label={t('dashboard.progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(Math.min(100, share * 100))}
          aria-valuetext={text}
        />
      </Progress.Root>
      <span>{text}</span>
    </>
  )
}

/** What renews every day. Other activities are done once and do not count. */
const DAILY: ReadonlySet<Opportunity['kind']> = new Set(['daily-login', ...VIEW_KINDS, 'quiz', 'spin'])

/** Count how many of the daily activities open to a member are done. */
export function dailyProgress({ opportunities }: Pick<TodayStats, 'opportunities'>, isPremium: boolean) {
  const mine = opportunities.filter((way) => DAILY.has(way.kind) && (isPremium || !way.isPremium))
  const done = mine.reduce((sum, way) => sum + way.done, 0)
  const open = mine.reduce((sum, way) => sum + way.open, 0)
  return { done, total: done + open }
}

type StatCardProps = {
  label: string
  /** A smaller figure under the main one, where there is room. */
  note?: ReactNode
  children: ReactNode
}

function StatCard({ label, note, children }: StatCardProps) {
  return (
    <Panel className={statCards.card} aria-label={label}>
      <p className={statCards.label}>{label}</p>
      <p className={statCards.value}>{children}</p>
      {note && <div className={statCards.note}>{note}</div>}
    </Panel>
  )
}

/** What the member can do today. Refetched on return: tasks close, and days end. */
function useToday() {
  return trpc.tasks.getToday.useQuery(undefined, { staleTime: JUST_NOW_MS, refetchOnWindowFocus: 'always' })
}

const TITLE_ID = 'today-title'

/** Today's ways to earn, each with its state and the way there; what premium adds is one card. */
function Today({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  const today = useToday()
  return (
    <Panel className={todayClasses.panel} aria-labelledby={TITLE_ID}>
      <Title order={2} id={TITLE_ID} tabIndex={-1} size="h3" className={todayClasses.title ?? ''}>
        {t('today.title')}
      </Title>
      <QueryView query={today} skeleton={<Skeletons count={3} height={44} />}>
        {(loaded) => <Checklist today={loaded} isPremium={isPremium} />}
      </QueryView>
      {isPremium ? <p className={todayClasses.note}>{t('ways.textPremium')}</p> : <PremiumCard />}
    </Panel>
  )
}

type Row = {
  kinds: readonly Opportunity['kind'][]
  tab: DashboardTab
  Icon: ComponentType<{ className?: string | undefined }>
}

/** Tasks of one tab are one row. */
const ROWS: readonly Row[] = [
  { kinds: ['survey'], tab: 'surveys', Icon: IconClipboardList },
  { kinds: ['video', 'ad'], tab: 'earn', Icon: IconPlayerPlay },
  { kinds: ['quiz', 'spin'], tab: 'games', Icon: IconChartPie },
  { kinds: ['social', 'micro-job'], tab: 'social', Icon: IconShare },
]

function Checklist({ today, isPremium }: { today: TodayStats; isPremium: boolean }) {
  // Leave out a way that has nothing today, neither done nor open.
  const ways = today.opportunities.filter((way) => way.open + way.done > 0 && (isPremium || !way.isPremium))
  const rows = ROWS.map((row) => ({ ...row, ways: ways.filter(({ kind }) => row.kinds.includes(kind)) }))
  return (
    <ul className={todayClasses.rows} aria-labelledby={TITLE_ID}>
      <li>
        <DailyLogin today={today} />
      </li>
      {rows.map(
        (row) =>
          row.ways.length > 0 && (
            <li key={row.tab}>
              <WayRow {...row} />
            </li>
          ),
      )}
    </ul>
  )
}

/** Opens a tab of the dashboard on this page and moves the focus there. */
function WayRow({ tab, Icon, ways }: Row & { ways: readonly Opportunity[] }) {
  const t = useT()
  const count = (of: 'open' | 'done') => ways.reduce((sum, way) => sum + way[of], 0)
  const [open, done] = [count('open'), count('done')]
  const isFree = ways.some((way) => !way.isPremium)
  return (
    <Link
      to="."
      search={{ tab }}
      resetScroll={false}
      className={todayClasses.row}
      onClick={() => openTab(tab)}
    >
      <Icon className={todayClasses.icon} aria-hidden />
      <span className={todayClasses.words}>
        <span className={todayClasses.name}>
          {ways.map(({ kind }) => t(`activityKind.${kind}`)).join(' · ')}
        </span>
        <span className={todayClasses.state}>
          <span className={todayClasses.mark} data-premium={!isFree || undefined}>
            {t(isFree ? 'ways.free' : 'ways.premium')}
          </span>{' '}
          {open === 0 ? t('today.done') : t(done > 0 ? 'today.openDone' : 'today.open', { open, done })}
        </span>
      </span>
      {open === 0 ? <Done /> : <span className={todayClasses.go}>{t('today.start')}</span>}
    </Link>
  )
}

function Done() {
  return <IconCheck aria-hidden className={todayClasses.done} />
}

/** Today's log-in bonus, until it is claimed and after. */
function DailyLogin({ today: { dailyLoginBonus, dailyLoginPoints, streak } }: { today: TodayStats }) {
  const t = useT()
  const { run, isPending } = useClaimDailyLogin()
  return (
    <section
      className={todayClasses.row}
      data-open={dailyLoginBonus || undefined}
      aria-labelledby="daily-title"
    >
      <IconGift className={todayClasses.icon} aria-hidden />
      <div className={todayClasses.words}>
        <h3 id="daily-title" className={todayClasses.name}>
          {t('daily.title')}
        </h3>
        {dailyLoginBonus ? (
          <span className={todayClasses.state}>
            <PointsAmount points={dailyLoginPoints} size="sm" signed />
            <span className={todayClasses.streak}>
              {streak > 0 ? t('daily.streak', { streak }) : t('daily.first')}
            </span>
          </span>
        ) : (
          <span className={todayClasses.state}>{t('today.done')}</span>
        )}
      </div>
      {dailyLoginBonus ? (
        <Button px="md" loading={isPending} onClick={() => run()} aria-label={t('daily.claim')}>
          {t('daily.claimShort')}
        </Button>
      ) : (
        <Done />
      )}
    </section>
  )
}

function useClaimDailyLogin() {
  const t = useT()
  const describePoints = useDescribePoints()
  const refreshPoints = useRefreshPoints()
  const utils = trpc.useUtils()

  return useAction(trpc.tasks.claimDailyLogin, {
    done: ({ pointsEarned, streak }) => ({
      title: t('daily.claimedTitle'),
      message: `${describePoints(pointsEarned, { signed: true })}. ${t('daily.claimed', { streak })}`,
    }),
    onDone: ({ streak }) => {
      utils.tasks.getToday.setData(
        undefined,
        (today) => today && { ...today, dailyLoginBonus: false, streak },
      )
      // The focused button disappears.
      document.getElementById(TITLE_ID)?.focus({ preventScroll: true })
    },
    failure: { title: t('daily.failedTitle'), offline: t('earn.offline') },
    // Also after a refusal: another tab may have claimed it.
    onEnd: refreshPoints,
  })
}

const PREMIUM_WAYS = ['videos', 'games', 'ads', 'social'] as const

/** What premium adds and costs, once for all of it. */
function PremiumCard() {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery().data
  return (
    <section className={todayClasses.premium} aria-labelledby="premium-title">
      <div>
        <h3 id="premium-title" className={todayClasses.name}>
          <IconLock aria-hidden size={16} /> {t('ways.premium')}
        </h3>
        <ul className={todayClasses.ways} aria-labelledby="premium-title">
          {PREMIUM_WAYS.map((name) => (
            <li key={name}>{t(`ways.${name}`)}</li>
          ))}
        </ul>
        {terms && (
          <p className={todayClasses.state}>
            {t('ways.price', { kes: formatKes(terms.premiumKesPerMonth) })}
          </p>
        )}
      </div>
      <UpgradeButton />
    </section>
  )
}

const KEPT = 'welcome-read'

/** For a member who has earned nothing yet, until they close it: what a point is, how to earn, how they are paid. */
function Welcome() {
  const t = useT()
  const [isRead, setRead] = useState(() => localStorage.getItem(KEPT) !== null)
  const terms = trpc.wallet.getTerms.useQuery().data
  const balance = trpc.wallet.getBalance.useQuery().data
  const withdrawals = useWithdrawals().data
  if (isRead || !terms || balance?.totalEarnings !== 0 || withdrawals?.length !== 0) return null
  const close = () => {
    localStorage.setItem(KEPT, 'true')
    setRead(true)
    // The focused button disappears.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  return (
    <Panel tone="quiet" className={welcomeClasses.panel} aria-labelledby="welcome-title">
      <Title order={2} size="h3" id="welcome-title">
        {t('welcome.title', { brand: brandName })}
      </Title>
      <ul className={welcomeClasses.list}>
        <li>{t('welcome.point', { kes: formatKes(terms.kesPerPoint) })}</li>
        <li>{t('welcome.earn')}</li>
        <li>{t('welcome.paid', { min: terms.minWithdrawalPoints })}</li>
      </ul>
      <div className={welcomeClasses.bottom}>
        <MemberLanguage />
        <Button onClick={close}>{t('welcome.close')}</Button>
      </div>
    </Panel>
  )
}
