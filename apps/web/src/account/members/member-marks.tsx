import type { AdminUser } from '@chuma/contract/account/members'
import { VisuallyHidden } from '@mantine/core'
import {
  type Icon,
  IconBan,
  IconCrown,
  IconMailCheck,
  IconMailOff,
  IconPlayerPause,
  IconShield,
} from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import classes from './users.module.css'

type Props = {
  user: Pick<AdminUser, 'isEmailVerified' | 'isPremium' | 'isAdmin' | 'isSuspended' | 'isPaused'>
}

/** The member's standing as small pictures; pointing at one names it. */
export function MemberMarks({ user }: Props) {
  const t = useT()
  const { isEmailVerified, isPremium, isAdmin, isSuspended, isPaused } = user
  return (
    <>
      {isEmailVerified ? (
        <Mark Picture={IconMailCheck} tone="good" name={t('members.verified')} />
      ) : (
        <Mark Picture={IconMailOff} tone="wait" name={t('members.unverified')} />
      )}
      {isPremium && <Mark Picture={IconCrown} tone="wait" name={t('members.premium')} />}
      {isAdmin && <Mark Picture={IconShield} tone="quiet" name={t('members.admin')} />}
      {isSuspended && <Mark Picture={IconBan} tone="bad" name={t('members.suspended')} />}
      {isPaused && <Mark Picture={IconPlayerPause} tone="bad" name={t('pausing.paused')} />}
    </>
  )
}

type MarkProps = { Picture: Icon; tone: 'good' | 'wait' | 'bad' | 'quiet'; name: string }

function Mark({ Picture, tone, name }: MarkProps) {
  return (
    <span className={classes.mark} data-tone={tone} title={name}>
      <Picture aria-hidden size={18} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}
