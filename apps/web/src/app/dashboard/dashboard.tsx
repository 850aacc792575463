import type { User } from '@chuma/contract/auth/auth'
import { type ComponentType, lazy, memo, Suspense, useDeferredValue } from 'react'
import { loadMessages } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { PauseBanner } from '../../payouts/pauses/pause-banner.tsx'
import { PremiumOffer } from '../../premium/premium-offer.tsx'
import { NextSurvey } from '../../surveys/next-survey.tsx'
import { DailyLoginBanner } from '../../tasks/daily-login/daily-login-banner.tsx'
import { trpc } from '../../trpc.ts'
import { Page } from '../../ui/page/page.tsx'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
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
export function Dashboard({ user }: { user: User }) {
  const t = useT()
  // The heading is a greeting, which is no title for a tab or a bookmark. Set after the page has set its own.
  usePageTitle(t('dashboard.title'))
  const isDrawn = useDeferredValue(useDashboardQueries())
  const name = user.firstName.trim() || t('dashboard.earner')
  return (
    <Page title={t('dashboard.greeting', { name })} lead={t('dashboard.lead')} isLeadOptional>
      {isDrawn ? <Sections user={user} /> : <DashboardSkeleton />}
    </Page>
  )
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
