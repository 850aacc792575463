import type { MemberSession } from '@chuma/contract/account/account'
import { Button } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import classes from './session-item.module.css'

type Props = { sessions: MemberSession[]; onEnd: (session: MemberSession) => void }

/** Every device the account is signed in on, this one included. */
export function SessionItems({ sessions, onEnd }: Props) {
  return (
    <ul className={blocks.list}>
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} onEnd={() => onEnd(session)} />
      ))}
    </ul>
  )
}

type SessionItemProps = { session: MemberSession; onEnd: () => void }

function SessionItem({ session, onEnd }: SessionItemProps) {
  const t = useT()
  const { device, address, createdAt, lastSeenAt, isCurrent } = session
  const Icon = /Android|iOS/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.item}>
      <Icon aria-hidden size={24} className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.device}>
          {device}
          {address && <span className={classes.address}> {t('sessions.from', { address })}</span>}
        </p>
        <p className={classes.quiet}>
          {t('sessions.seen')} <TimeAgo date={lastSeenAt} /> ·{' '}
          {t('sessions.since', { day: formatDay(createdAt) })}
        </p>
      </div>
      {isCurrent ? (
        <StatusBadge tone="good" icon={<IconCheck size={16} />}>
          {t('sessions.current')}
        </StatusBadge>
      ) : (
        <Button variant="default" px="md" aria-label={t('sessions.endNamed', { device })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
