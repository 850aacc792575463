import type { TodayStats } from '@chuma/contract/tasks/games'
import { Button, Title } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { DAILY_CLAIM_ID, TODAY_TITLE_ID } from '../../app/dashboard/opportunities.tsx'
import { useT } from '../../i18n/use-t.ts'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Panel } from '../../ui/page/page.tsx'
import { PointsAmount, useDescribePoints, useRefreshPoints } from '../../wallet/movements.tsx'
import classes from './daily-login-banner.module.css'

/** Offers today's log-in bonus until it is claimed. */
export function DailyLoginBanner() {
  const today = useToday().data
  return today?.dailyLoginBonus ? <Banner today={today} /> : null
}

function Banner({ today: { dailyLoginPoints, streak } }: { today: TodayStats }) {
  const t = useT()
  const { run, isPending } = useClaimDailyLogin()
  return (
    <Panel tone="earning" className={classes.banner} aria-labelledby="daily-title">
      <IconGift className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <Title order={2} id="daily-title" className={classes.title ?? ''}>
          {t('daily.title')}
        </Title>
        <PointsAmount points={dailyLoginPoints} size="sm" signed />
        <p className={classes.streak}>{streak > 0 ? t('daily.streak', { streak }) : t('daily.first')}</p>
      </div>
      <Button id={DAILY_CLAIM_ID} loading={isPending} onClick={() => run()} aria-label={t('daily.claim')}>
        {t('daily.claimShort')}
      </Button>
    </Panel>
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
      // The banner disappears with the focused button.
      document.getElementById(TODAY_TITLE_ID)?.focus({ preventScroll: true })
    },
    failure: { title: t('daily.failedTitle'), offline: t('earn.offline') },
    // Also after a refusal: another tab may have claimed it.
    onEnd: refreshPoints,
  })
}

/** What the member can do today. Refetched on return: tasks close, and days end. */
export function useToday() {
  return trpc.tasks.getToday.useQuery(undefined, { staleTime: JUST_NOW_MS, refetchOnWindowFocus: 'always' })
}
