import type { InvitedFriend } from '@chuma/contract/referral/referral'
import { IconBan, IconCheck, IconClock } from '@tabler/icons-react'
import { formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { PointsAmount } from '../wallet/points-amount.tsx'
import classes from './friends-panel.module.css'

const FACES = {
  joined: { tone: 'wait', Icon: IconClock },
  paid: { tone: 'good', Icon: IconCheck },
  refused: { tone: 'quiet', Icon: IconBan },
} as const satisfies Record<InvitedFriend['state'], unknown>

/** One friend, and how far he is in plain words. */
export function FriendItem({ friend }: { friend: InvitedFriend }) {
  const t = useT()
  const { name, joinedAt, state, reason, points, settledAt } = friend
  const { tone, Icon } = FACES[state]
  return (
    <li className={classes.item}>
      <div className={classes.what}>
        <p className={classes.name}>{name ?? t('invite.gone')}</p>
        <p className={classes.quiet}>
          {t('invite.joined')} <time dateTime={joinedAt.toISOString()}>{formatDay(joinedAt)}</time>
          {state === 'paid' && settledAt && <> · {t('invite.paidOn', { day: formatDay(settledAt) })}</>}
        </p>
        <p>{state === 'refused' ? reason && t(`inviteReason.${reason}`) : t(`inviteText.${state}`)}</p>
      </div>
      <div className={classes.numbers}>
        {points !== null && <PointsAmount points={points} signed />}
        <StatusBadge tone={tone} icon={<Icon size={16} />}>
          {t(`inviteState.${state}`)}
        </StatusBadge>
      </div>
    </li>
  )
}
