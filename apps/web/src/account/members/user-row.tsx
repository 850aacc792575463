import type { AdminUser } from '@chuma/contract/account/members'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { formatShortDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { PauseDialog } from '../../payouts/pauses/pause-dialog.tsx'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { EditEarningsDialog } from './edit-earnings-dialog.tsx'
import { MemberMarks } from './member-marks.tsx'
import classes from './users.module.css'

/** One line: who, standing, points, earnings, surveys, when they were here, and actions. */
export function UserRow({ user }: { user: AdminUser }) {
  const t = useT()
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Link
          to="/admin/members/$memberId"
          params={{ memberId: user.id }}
          className={classes.name}
          data-stop="member"
        >
          {`${user.firstName} ${user.lastName}`}
        </Link>
        <span className={classes.second} title={user.email}>
          {user.email}
        </span>
      </div>
      <div className={classes.marks}>
        <MemberMarks user={user} />
      </div>
      <div className={classes.points}>
        <PointsAmount points={user.points} size="sm" />
      </div>
      <div className={classes.earned}>
        <PointsAmount points={user.totalEarnings} size="sm" />
        <span className={classes.second}>
          {t('members.monthShort', { points: formatPoints(t, user.thisMonthEarnings) })}
        </span>
      </div>
      <div className={classes.surveys}>
        <span>{t('members.surveysShort', { count: user.surveysCompleted })}</span>
        <span className={classes.second}>{t('members.ratingShort', { rating: user.rating.toFixed(1) })}</span>
      </div>
      <div className={classes.seen}>
        <TimeAgo date={user.lastSeenAt} />
        <span className={classes.second}>
          {user.country} · {t('members.since', { day: formatShortDay(user.createdAt) })}
        </span>
      </div>
      <UserActions user={user} />
    </li>
  )
}

function UserActions({ user }: { user: AdminUser }) {
  const t = useT()
  const mayEdit = useMay('members:edit')
  const mayPause = useMay('members:suspend')
  const [asked, setAsked] = useState<'edit' | 'pause' | null>(null)
  const name = `${user.firstName} ${user.lastName}`
  const close = () => setAsked(null)
  return (
    <div className={classes.menu}>
      {mayEdit && (
        <Button variant="default" onClick={() => setAsked('edit')}>
          {t('members.edit')}
        </Button>
      )}
      <RowMenu
        label={t('admin.actionsOf', { name })}
        actions={[
          {
            label: t('members.open'),
            link: (props) => <Link to="/admin/members/$memberId" params={{ memberId: user.id }} {...props} />,
          },
          ...(mayPause
            ? [
                {
                  label: t(user.isPaused ? 'pausing.lift' : 'pausing.pause'),
                  onClick: () => setAsked('pause'),
                },
              ]
            : []),
        ]}
      />
      {asked === 'edit' && <EditEarningsDialog user={user} onClose={close} />}
      <PauseDialog
        member={{ id: user.id, name, isPaused: user.isPaused }}
        opened={asked === 'pause'}
        onClose={close}
      />
    </div>
  )
}
