import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import classes from './closed-account-notice.module.css'

/** The last word to somebody who has just asked for his account to be deleted: until when he can keep it, and how. */
export function ClosedAccountNotice() {
  const { deletionDueAt } = useLocation().state
  return deletionDueAt === undefined ? null : <Notice dueAt={new Date(deletionDueAt)} />
}

function Notice({ dueAt }: { dueAt: Date }) {
  const t = useT()
  const notice = useRef<HTMLElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <section ref={notice} className={classes.notice} tabIndex={-1} aria-labelledby="closed-account">
      <div className={classes.words}>
        <h2 className={classes.title} id="closed-account">
          {t('deletion.doneTitle')}
        </h2>
        <p className={blocks.flush}>{t('deletion.done', { day: formatDay(dueAt) })}</p>
      </div>
      <Link to="/login" className={classes.link}>
        {t('deletion.login')}
      </Link>
    </section>
  )
}
