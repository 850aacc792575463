import type { AdminUser } from '@chuma/contract/account/members'
import {
  IconBan,
  IconCrown,
  IconMailCheck,
  IconMailOff,
  IconPlayerPause,
  IconShield,
} from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import classes from './users.module.css'

type Props = {
  user: Pick<AdminUser, 'isEmailVerified' | 'isPremium' | 'isAdmin' | 'isSuspended' | 'isPaused'>
}

/** The member's standing at a glance. */
export function MemberBadges({ user }: Props) {
  const t = useT()
  const { isEmailVerified, isPremium, isAdmin, isSuspended, isPaused } = user
  return (
    <p className={classes.badges}>
      <StatusBadge
        tone={isEmailVerified ? 'good' : 'wait'}
        icon={isEmailVerified ? <IconMailCheck size={16} /> : <IconMailOff size={16} />}
      >
        {t(isEmailVerified ? 'members.verified' : 'members.unverified')}
      </StatusBadge>
      {isPremium && (
        <StatusBadge tone="good" icon={<IconCrown size={16} />}>
          {t('members.premium')}
        </StatusBadge>
      )}
      {isAdmin && (
        <StatusBadge tone="quiet" icon={<IconShield size={16} />}>
          {t('members.admin')}
        </StatusBadge>
      )}
      {isSuspended && (
        <StatusBadge tone="bad" icon={<IconBan size={16} />}>
          {t('members.suspended')}
        </StatusBadge>
      )}
      {isPaused && (
        <StatusBadge tone="wait" icon={<IconPlayerPause size={16} />}>
          {t('pausing.paused')}
        </StatusBadge>
      )}
    </p>
  )
}
