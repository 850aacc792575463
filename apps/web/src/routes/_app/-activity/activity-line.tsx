import type { Activity } from '@chuma/contract/activity'
import { IconArrowBackUp, IconBan, IconCheck, IconClock } from '@tabler/icons-react'
import { formatDateTime } from '../../../i18n/format-date.ts'
import { useT } from '../../../i18n/use-t.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PointsAmount } from '../../../wallet/points-amount.tsx'
import classes from './activity-line.module.css'
import { CauseLink } from './cause-link.tsx'

const BY_PARTNER = new Set(['reversed-by-partner', 'reversed-before-it-came'])

export function ActivityLine({ line }: { line: Activity }) {
  const t = useT()
  const { description, points, heldPoints, createdAt, state, availableAt, reason } = line
  // A payout leaves the available points alone: what it moves was held before.
  const isFromHeld = points === 0
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <p className={classes.description}>{description}</p>
        <p className={classes.quiet}>
          <time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
        </p>
        {reason && (
          <p className={classes.quiet}>
            {BY_PARTNER.has(reason) ? t('activity.takenBack') : t('activity.reason', { reason })}
          </p>
        )}
        <CauseLink line={line} />
      </div>
      <div className={classes.numbers}>
        <p className={classes.change} data-void={isVoid(state) || undefined}>
          {isFromHeld && <span className={classes.quiet}>{t('activity.fromHeld')}</span>}
          <PointsAmount points={isFromHeld ? heldPoints : points} signed />
        </p>
        <StateBadge state={state} isGain={points > 0} />
        {state === 'pending' && availableAt && (
          <p className={classes.quiet}>{t('activity.availableOn', { time: formatDateTime(availableAt) })}</p>
        )}
      </div>
    </li>
  )
}

/** Its points are in no balance. */
function isVoid(state: Activity['state']): boolean {
  return state === 'cancelled' || state === 'reversed'
}

function StateBadge({ state, isGain }: { state: Activity['state']; isGain: boolean }) {
  const t = useT()
  switch (state) {
    case 'pending':
      return (
        <StatusBadge tone="wait" icon={<IconClock size={16} />}>
          {t('activityState.pending')}
        </StatusBadge>
      )
    case 'reversed':
      return (
        <StatusBadge tone="bad" icon={<IconArrowBackUp size={16} />}>
          {t('activityState.reversed')}
        </StatusBadge>
      )
    case 'cancelled':
      return (
        <StatusBadge tone="bad" icon={<IconBan size={16} />}>
          {t('activityState.cancelled')}
        </StatusBadge>
      )
    case 'available':
      return (
        <StatusBadge tone="good" icon={<IconCheck size={16} />}>
          {t(isGain ? 'activityState.available' : 'activityState.booked')}
        </StatusBadge>
      )
  }
}
