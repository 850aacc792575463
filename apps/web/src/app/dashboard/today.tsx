import { formatKes } from '@chuma/contract/format-money'
import type { Opportunity, TodayStats } from '@chuma/contract/tasks/games'
import { Button, Title } from '@mantine/core'
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
import type { ComponentType } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { UpgradeButton } from '../../premium/premium-offer.tsx'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Panel } from '../../ui/page/page.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount, useDescribePoints, useRefreshPoints } from '../../wallet/movements.tsx'
import type { DashboardTab } from '../page-search.ts'
import { openTab } from './dashboard-tabs.tsx'
import classes from './today.module.css'

/** What the member can do today. Refetched on return: tasks close, and days end. */
export function useToday() {
  return trpc.tasks.getToday.useQuery(undefined, { staleTime: JUST_NOW_MS, refetchOnWindowFocus: 'always' })
}

const TITLE_ID = 'today-title'

/** Today's ways to earn, each with its state and the way there; what premium adds is one card. */
export function Today({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  const today = useToday()
  return (
    <Panel className={classes.panel} aria-labelledby={TITLE_ID}>
      <Title order={2} id={TITLE_ID} tabIndex={-1} size="h3" className={classes.title ?? ''}>
        {t('today.title')}
      </Title>
      <QueryView query={today} skeleton={<Skeletons count={3} height={44} />}>
        {(loaded) => <Checklist today={loaded} isPremium={isPremium} />}
      </QueryView>
      {isPremium ? <p className={classes.note}>{t('ways.textPremium')}</p> : <PremiumCard />}
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
    <ul className={classes.rows} aria-labelledby={TITLE_ID}>
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
    <Link to="." search={{ tab }} resetScroll={false} className={classes.row} onClick={() => openTab(tab)}>
      <Icon className={classes.icon} aria-hidden />
      <span className={classes.words}>
        <span className={classes.name}>{ways.map(({ kind }) => t(`activityKind.${kind}`)).join(' · ')}</span>
        <span className={classes.state}>
          <span className={classes.mark} data-premium={!isFree || undefined}>
            {t(isFree ? 'ways.free' : 'ways.premium')}
          </span>{' '}
          {open === 0 ? t('today.done') : t(done > 0 ? 'today.openDone' : 'today.open', { open, done })}
        </span>
      </span>
      {open === 0 ? <Done /> : <span className={classes.go}>{t('today.start')}</span>}
    </Link>
  )
}

function Done() {
  return <IconCheck aria-hidden className={classes.done} />
}

/** Today's log-in bonus, until it is claimed and after. */
function DailyLogin({ today: { dailyLoginBonus, dailyLoginPoints, streak } }: { today: TodayStats }) {
  const t = useT()
  const { run, isPending } = useClaimDailyLogin()
  return (
    <section className={classes.row} data-open={dailyLoginBonus || undefined} aria-labelledby="daily-title">
      <IconGift className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <h3 id="daily-title" className={classes.name}>
          {t('daily.title')}
        </h3>
        {dailyLoginBonus ? (
          <span className={classes.state}>
            <PointsAmount points={dailyLoginPoints} size="sm" signed />
            <span className={classes.streak}>
              {streak > 0 ? t('daily.streak', { streak }) : t('daily.first')}
            </span>
          </span>
        ) : (
          <span className={classes.state}>{t('today.done')}</span>
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
    <section className={classes.premium} aria-labelledby="premium-title">
      <div>
        <h3 id="premium-title" className={classes.name}>
          <IconLock aria-hidden size={16} /> {t('ways.premium')}
        </h3>
        <ul className={classes.ways} aria-labelledby="premium-title">
          {PREMIUM_WAYS.map((name) => (
            <li key={name}>{t(`ways.${name}`)}</li>
          ))}
        </ul>
        {terms && (
          <p className={classes.state}>{t('ways.price', { kes: formatKes(terms.premiumKesPerMonth) })}</p>
        )}
      </div>
      <UpgradeButton />
    </section>
  )
}
