import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import sectionsClasses from './sections.module.css'

/** Shown after a member requests deletion: until when they can keep the account, and how. */
export function ClosedAccountNotice() {
  const { deletionDueAt } = useLocation().state
  return deletionDueAt === undefined ? null : <Notice dueAt={new Date(deletionDueAt)} />
}

function Notice({ dueAt }: { dueAt: Date }) {
  const t = useT()
  const notice = useRef<HTMLElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <section ref={notice} className={sectionsClasses.notice} tabIndex={-1} aria-labelledby="closed-account">
      <div className={sectionsClasses.words}>
        <h2 className={sectionsClasses.title} id="closed-account">
          {t('deletion.doneTitle')}
        </h2>
        <p className={blocks.flush}>{t('deletion.done', { day: formatDay(dueAt) })}</p>
      </div>
      <Link to="/login" className={sectionsClasses.link}>
        {t('word.logIn')}
      </Link>
    </section>
  )
}
