import type { TodayStats } from '@chuma/contract/tasks/games'
import { Progress, Skeleton } from '@mantine/core'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToday } from '../../tasks/use-today.ts'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { dailyProgress } from './daily-progress.ts'
import { StatCard } from './stat-card.tsx'

/** Today's progress: what was earned, and how many of the daily activities are done. */
export function DailyProgressCard({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  const today = useToday()
  const label = t('dashboard.progress')
  if (today.data) {
    return (
      <StatCard label={label} note={<Bar today={today.data} isPremium={isPremium} />}>
        <PointsAmount points={today.data.earnedToday} />
      </StatCard>
    )
  }
  // The tiles below report a failure and offer a retry; a dash is enough here.
  return (
    <StatCard label={label}>
      {today.isError || today.isPaused ? (
        '–'
      ) : (
        <Skeleton component="span" display="block" width="5em" height="1.2em" />
      )}
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
      <span>{t('dashboard.earnedToday')}</span>
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
      <span>{ticked}</span>
      {goal > 0 && (
        <>
          <br />
          <span>{text}</span>
        </>
      )}
    </>
  )
}
