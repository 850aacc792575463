import type { Activity } from '@chuma/contract/wallet/activity'
import { IconArrowBackUp, IconBan, IconCheck, IconClock } from '@tabler/icons-react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { CauseLink } from './cause-link.tsx'
import { describeState } from './describe-state.ts'
import { MovedPoints, MovementRow, Quiet } from './movement-row.tsx'

const BY_PARTNER = new Set(['reversed-by-partner', 'reversed-before-it-came'])

export function ActivityLine({ line }: { line: Activity }) {
  const t = useT()
  const { description, points, heldPoints, createdAt, state, availableAt, reason } = line
  return (
    <MovementRow
      description={description}
      time={<time dateTime={createdAt}>{formatDateTime(createdAt)}</time>}
      details={
        <>
          {reason && (
            <Quiet>
              {BY_PARTNER.has(reason) ? t('activity.takenBack') : t('activity.reason', { reason })}
            </Quiet>
          )}
          <CauseLink line={line} />
        </>
      }
    >
      <MovedPoints points={points} heldPoints={heldPoints} isVoid={isVoid(state)} />
      <StateBadge line={line} />
      {state === 'pending' && availableAt && (
        <Quiet>{t('activity.availableOn', { time: formatDateTime(availableAt) })}</Quiet>
      )}
    </MovementRow>
  )
}

function isOnHold(line: Activity): boolean {
  return describeState(line) === 'held'
}

/** Its points are not part of any balance. */
function isVoid(state: Activity['state']): boolean {
  return state === 'cancelled' || state === 'reversed'
}

function StateBadge({ line }: { line: Activity }) {
  const t = useT()
  const word = t(`activityState.${describeState(line)}`)
  switch (line.state) {
    case 'review':
    case 'pending':
      return (
        <StatusBadge tone="wait" icon={<IconClock size={16} />}>
          {word}
        </StatusBadge>
      )
    case 'reversed':
      return (
        <StatusBadge tone="bad" icon={<IconArrowBackUp size={16} />}>
          {word}
        </StatusBadge>
      )
    case 'cancelled':
      return (
        <StatusBadge tone="bad" icon={<IconBan size={16} />}>
          {word}
        </StatusBadge>
      )
    case 'available':
      return (
        <StatusBadge
          tone={isOnHold(line) ? 'wait' : 'good'}
          icon={isOnHold(line) ? <IconClock size={16} /> : <IconCheck size={16} />}
        >
          {word}
        </StatusBadge>
      )
  }
}
