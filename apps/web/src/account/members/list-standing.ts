import type { AdminUser } from '@chuma/contract/account/members'
import {
  type Icon,
  IconBan,
  IconCrown,
  IconMailCheck,
  IconMailOff,
  IconPlayerPause,
  IconShield,
} from '@tabler/icons-react'

export type WithStanding = Pick<
  AdminUser,
  'isEmailVerified' | 'isPremium' | 'isAdmin' | 'isSuspended' | 'isPaused'
>
type Name = `members.${'verified' | 'unverified' | 'premium' | 'admin' | 'suspended'}` | 'pausing.paused'
type Standing = { Picture: Icon; tone: 'good' | 'wait' | 'bad' | 'quiet'; name: Name }

/** What staff know a member by: a picture, a tone and a name for each part of their standing. */
export function listStanding(user: WithStanding): Standing[] {
  const { isEmailVerified, isPremium, isAdmin, isSuspended, isPaused } = user
  const standing: (Standing | false)[] = [
    isEmailVerified
      ? { Picture: IconMailCheck, tone: 'good', name: 'members.verified' }
      : { Picture: IconMailOff, tone: 'wait', name: 'members.unverified' },
    isPremium && { Picture: IconCrown, tone: 'wait', name: 'members.premium' },
    isAdmin && { Picture: IconShield, tone: 'quiet', name: 'members.admin' },
    isSuspended && { Picture: IconBan, tone: 'bad', name: 'members.suspended' },
    isPaused && { Picture: IconPlayerPause, tone: 'bad', name: 'pausing.paused' },
  ]
  return standing.filter((part) => part !== false)
}
