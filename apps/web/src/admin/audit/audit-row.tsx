import type { AuditEntry } from '@chuma/contract/admin/audit'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import list from '../list.module.css'
import classes from './audit.module.css'
import { isKnownAction } from './audit-actions.ts'
import { Differences } from './differences.tsx'
import { nameSubject } from './name-subject.ts'

/** One entry of the log. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const t = useT()
  const { at, action, reason, address } = entry
  return (
    <li className={list.row} data-log>
      <div className={classes.head}>
        <strong>{isKnownAction(action) ? t(`auditAction.${action}`) : action}</strong>
        <time className={blocks.quiet} dateTime={at}>
          {formatDateTime(at)}
        </time>
      </div>
      <p className={classes.who}>
        <Actor entry={entry} />
        {address && <span className={blocks.quiet}>{t('audit.address', { address })}</span>}
      </p>
      <Subject entry={entry} />
      {reason && <p className={blocks.flush}>{t('audit.reason', { reason })}</p>}
      <Differences before={entry.before} after={entry.after} />
    </li>
  )
}

function Actor({ entry: { actor, actorName } }: { entry: AuditEntry }) {
  const t = useT()
  const [kind, ...rest] = actor.split(':')
  const name = rest.join(':')
  if (kind === 'staff') return <span>{name}</span>
  if (kind === 'key') return <span>{t('audit.key', { name })}</span>
  if (kind === 'member') {
    return (
      <Link to="/admin/members/$memberId" params={{ memberId: name }} className={classes.link}>
        {actorName ?? t('audit.member')}
      </Link>
    )
  }
  return <span>{actor === 'system' ? t('audit.system') : actor}</span>
}

function Subject({ entry: { subject, memberId, memberName, memberEmail } }: { entry: AuditEntry }) {
  const t = useT()
  return (
    <p className={classes.about}>
      <span className={blocks.quiet} title={subject}>
        {nameSubject(t, subject)}
      </span>
      {memberId && (
        <Link to="/admin/members/$memberId" params={{ memberId }} className={classes.link}>
          {t('audit.aboutMember', { name: memberName ?? '', email: memberEmail ?? '' })}
        </Link>
      )}
      {subject.startsWith('withdrawal:') && (
        <Link to="/admin" search={{ tab: 'withdrawals' }} className={classes.link}>
          {t('audit.withdrawals')}
        </Link>
      )}
    </p>
  )
}
