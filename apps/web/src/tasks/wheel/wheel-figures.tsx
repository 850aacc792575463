import { formatKes } from '@chuma/contract/format-money'
import type { AdminGames } from '@chuma/contract/tasks/admin-games'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import classes from '../games.module.css'
import { inHundredths } from '../in-hundredths.ts'

/** The wheel's average payout, its cost compared with premium's price, and its actual results. */
export function WheelFigures({ games }: { games: AdminGames }) {
  const t = useT()
  const { wheel, kesPerPoint, premiumKesPerMonth } = games
  return (
    <div className={classes.figures}>
      <StatGrid label={t('gamesTab.numbers')} isStacked>
        <StatCard label={t('gamesTab.expected')}>
          <Amount points={inHundredths(wheel.expectedPoints)} kes={wheel.expectedKes} />
        </StatCard>
        <StatCard label={t('gamesTab.cost')}>
          {formatKes(wheel.perMemberMonthKes)}
          <span className={classes.more}>
            {t('gamesTab.costText', { price: formatKes(premiumKesPerMonth) })}
          </span>
        </StatCard>
        <StatCard label={t('gamesTab.today')}>
          <Usage usage={wheel.today} kesPerPoint={kesPerPoint} />
        </StatCard>
        <StatCard label={t('gamesTab.last30Days')}>
          <Usage usage={wheel.last30Days} kesPerPoint={kesPerPoint} />
        </StatCard>
      </StatGrid>
      {wheel.perMemberMonthKes > premiumKesPerMonth && (
        <p className={classes.warning}>
          <IconAlertTriangle aria-hidden size={20} />
          {t('gamesTab.dear')}
        </p>
      )}
    </div>
  )
}

type UsageProps = { usage: { spins: number; points: number }; kesPerPoint: number }

function Usage({ usage: { spins, points }, kesPerPoint }: UsageProps) {
  const t = useT()
  return (
    <>
      {t('gamesTab.spins', { count: spins })}
      <span className={classes.more}>
        <Amount points={points} kes={points * kesPerPoint} size="sm" />
      </span>
    </>
  )
}
