import type { Person } from '@chuma/contract/admin/people'
import type { IssuedPassword, StaffAccountRow } from '@chuma/contract/admin/staff'
import { IconBan, IconClock, IconShieldCheck, IconShieldOff, IconUser } from '@tabler/icons-react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import classes from '../list.module.css'
import { namePerson } from './person-field.tsx'
import { StaffActions } from './staff-actions.tsx'

type Props = {
  account: StaffAccountRow
  people: Person[]
  isOwn: boolean
  onIssued: (issued: IssuedPassword) => void
}

export function StaffRow({ account, people, isOwn, onIssued }: Props) {
  const t = useT()
  const { username, role, email, lastLogInAt, createdAt, disabledAt, passwordExpiresAt } = account
  const others = nameOthers(people, account)
  return (
    <li className={classes.row} data-aside data-past={disabledAt ? true : undefined}>
      <div>
        <p className={classes.name}>
          {username} <Badges account={account} isOwn={isOwn} />
        </p>
        <p className={classes.note}>
          {t(`role.${role}`)} · {t('staffList.since', { day: formatDay(createdAt) })} ·{' '}
          {lastLogInAt ? (
            <>
              {t('staffList.seen')} <TimeAgo date={lastLogInAt} />
            </>
          ) : (
            t('staffList.never')
          )}
          {passwordExpiresAt && ` · ${t('staffList.temporaryUntil', { day: formatDay(passwordExpiresAt) })}`}
        </p>
        {(email || role === 'owner') && (
          <p className={classes.note}>
            {email ?? `${t('staffEmail.missing')}. ${t('staffEmail.missingText')}`}
          </p>
        )}
        {others && <p className={classes.note}>{t('people.same', { names: others })}</p>}
      </div>
      {isOwn ? (
        <p className={classes.note}>{t('staffList.own')}</p>
      ) : (
        <StaffActions account={account} people={people} onIssued={onIssued} />
      )}
    </li>
  )
}

function Badges({ account, isOwn }: Pick<Props, 'account' | 'isOwn'>) {
  const t = useT()
  const { disabledAt, isSecondFactorOn, passwordExpiresAt } = account
  if (disabledAt) {
    return (
      <StatusBadge tone="bad" icon={<IconBan size={16} />}>
        {t('staffList.disabled')}
      </StatusBadge>
    )
  }
  return (
    <>
      {isOwn && (
        <StatusBadge tone="good" icon={<IconUser size={16} />}>
          {t('staffList.you')}
        </StatusBadge>
      )}
      {passwordExpiresAt && (
        <StatusBadge tone="wait" icon={<IconClock size={16} />}>
          {t(new Date(passwordExpiresAt) > new Date() ? 'staffList.temporary' : 'staffList.expired')}
        </StatusBadge>
      )}
      <StatusBadge
        tone={isSecondFactorOn ? 'good' : 'wait'}
        icon={isSecondFactorOn ? <IconShieldCheck size={16} /> : <IconShieldOff size={16} />}
      >
        {t(isSecondFactorOn ? 'staffList.factorOn' : 'staffList.factorOff')}
      </StatusBadge>
    </>
  )
}

/** The other accounts of an account's person. */
function nameOthers(people: Person[], { personId, username }: StaffAccountRow): string {
  const person = people.find(({ id }) => id === personId)
  return person
    ? namePerson({ ...person, staff: person.staff.filter((account) => account.username !== username) })
    : ''
}
