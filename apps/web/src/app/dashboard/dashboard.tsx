import type { User } from '@chuma/contract/auth/auth'
import { type ComponentType, lazy, memo, Suspense, useDeferredValue } from 'react'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { loadMessages, type Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { PauseBanner } from '../../payouts/pauses/pause-banner.tsx'
import { PremiumOffer } from '../../premium/premium-offer.tsx'
import { NextSurvey } from '../../surveys/next-survey.tsx'
import { DailyLoginBanner } from '../../tasks/daily-login/daily-login-banner.tsx'
import { trpc } from '../../trpc.ts'
import { Page } from '../../ui/page/page.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { FollowWallet } from '../../wallet/follow-wallet.tsx'
import { WithdrawalLines } from '../../wallet/withdrawals/withdrawal-lines.tsx'
import { BalanceCard } from './balance-card.tsx'
import classes from './dashboard.module.css'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { MethodsBanner } from './methods-banner.tsx'
import { Opportunities } from './opportunities.tsx'
import { StatCards } from './stat-cards.tsx'
import { useDashboardQueries } from './use-dashboard-queries.ts'

// Optional, so the dashboard works without it: offline, for example.
const QuestionOfDay = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [card] = await Promise.all([import('../../profile/question-of-day.tsx'), loadMessages('asking')])
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
    <Page title={t('dashboard.title')} heading={user ? greet(t, user) : null} lead={t('dashboard.lead')}>
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
      <QueryView query={balance} skeleton={<DashboardSkeleton />}>
        {(loaded) => <BalanceCard balance={loaded} />}
      </QueryView>
      <WithdrawalLines />
      <div className={classes.next}>
        <DailyLoginBanner />
        <NextSurvey />
      </div>
      <StatCards balance={balance.data} isPremium={user.isPremium} />
      <div className={classes.more}>
        <PremiumOffer>
          <Opportunities isPremium={user.isPremium} />
          <MethodsBanner isPremium={user.isPremium} />
          <DashboardTabs user={user} />
        </PremiumOffer>
      </div>
      {/* Last: it comes late, and must not move what a member is reading. */}
      <Suspense>
        <QuestionOfDay />
      </Suspense>
    </div>
  )
})
