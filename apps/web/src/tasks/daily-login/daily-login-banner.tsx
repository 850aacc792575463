import type { TodayStats } from '@chuma/contract/tasks/games'
import { Button, Title } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { DAILY_CLAIM_ID } from '../../app/dashboard/places.ts'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { useToday } from '../use-today.ts'
import classes from './daily-login-banner.module.css'
import { useClaimDailyLogin } from './use-claim-daily-login.ts'

/** Today's bonus for coming, until it is claimed. */
export function DailyLoginBanner() {
  const today = useToday().data
  return today?.dailyLoginBonus ? <Banner today={today} /> : null
}

function Banner({ today: { dailyLoginPoints, streak } }: { today: TodayStats }) {
  const t = useT()
  const { claim, isPending } = useClaimDailyLogin()
  return (
    <Panel tone="earning" className={classes.banner} aria-labelledby="daily-title">
      <IconGift className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <Title order={2} size="h3" id="daily-title">
          {t('daily.title')}
        </Title>
        <p>{streak > 0 ? t('daily.streak', { streak }) : t('daily.first')}</p>
      </div>
      <div className={classes.action}>
        <PointsAmount points={dailyLoginPoints} signed />
        <Button id={DAILY_CLAIM_ID} loading={isPending} onClick={claim}>
          {t('daily.claim')}
        </Button>
      </div>
    </Panel>
  )
}
