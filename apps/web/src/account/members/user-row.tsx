import type { AdminUser } from '@chuma/contract/account/members'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { EditEarningsDialog } from './edit-earnings-dialog.tsx'
import { MemberBadges } from './member-badges.tsx'
import classes from './users.module.css'

export function UserRow({ user }: { user: AdminUser }) {
  const t = useT()
  const mayEdit = useMay('members:edit')
  const [isEditing, setEditing] = useState(false)
  const name = `${user.firstName} ${user.lastName}`
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Link to="/admin/members/$memberId" params={{ memberId: user.id }} className={classes.name}>
          {name}
        </Link>
        <p className={classes.quiet}>{user.email}</p>
        <p className={classes.quiet}>
          {user.country} · {t('members.since', { day: formatDay(user.createdAt) })} · {t('members.seen')}{' '}
          <TimeAgo date={user.lastSeenAt} />
        </p>
        <MemberBadges user={user} />
      </div>
      <dl className={classes.figures}>
        <Figure label={t('members.points')}>
          <PointsAmount points={user.points} />
        </Figure>
        <Figure label={t('members.totalEarnings')}>
          <PointsAmount points={user.totalEarnings} />
        </Figure>
        <Figure label={t('members.thisMonth')}>
          {t('amount.points', { points: user.thisMonthEarnings })}
        </Figure>
        <Figure label={t('members.surveys')}>{user.surveysCompleted}</Figure>
        <Figure label={t('members.rating')}>{user.rating.toFixed(1)}</Figure>
      </dl>
      {mayEdit && (
        <div className={classes.actions}>
          <Button
            variant="default"
            onClick={() => setEditing(true)}
            aria-label={t('members.editOf', { name })}
          >
            {t('members.edit')}
          </Button>
        </div>
      )}
      {isEditing && <EditEarningsDialog user={user} onClose={() => setEditing(false)} />}
    </li>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
