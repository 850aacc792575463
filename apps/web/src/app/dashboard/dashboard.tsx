import type { User } from '@chuma/contract/auth/auth'
import type { Opportunity, TodayStats } from '@chuma/contract/tasks/games'
import { VIEW_KINDS } from '@chuma/contract/tasks/task-kinds'
import type { Balance } from '@chuma/contract/wallet/wallet'
import { Progress, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, memo, type ReactNode, Suspense, useDeferredValue } from 'react'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { loadMessages, type Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { PremiumOffer } from '../../premium/premium-offer.tsx'
import { NextSurvey, useDashboardSurveys, useUserSurveys } from '../../surveys/attempts/survey-action.tsx'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { HeroPanel, Page, Panel } from '../../ui/page/page.tsx'
import { isSettled, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { FollowWallet } from '../../wallet/follow-wallet.tsx'
import { PointsAmount, useWithdrawals } from '../../wallet/movements.tsx'
import { PauseBanner } from '../../wallet/withdrawals/pause-banner.tsx'
import { WithdrawalTrackers } from '../../wallet/withdrawals/payout-tracker.tsx'
import classes from './dashboard.module.css'
import { DashboardTabs } from './dashboard-tabs.tsx'
import statCards from './stat-cards.module.css'
import { Today, useToday } from './today.tsx'
import { Welcome } from './welcome.tsx'

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
