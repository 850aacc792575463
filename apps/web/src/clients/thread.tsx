import type { ClientComment } from '@chuma/contract/clients/client-surveys'
import list from '../admin/list.module.css'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import classes from './clients.module.css'

/** What a client and our team wrote about a survey, newest first. */
export function Thread({ comments }: { comments: readonly ClientComment[] }) {
  const t = useT()
  if (comments.length === 0) return <p className={blocks.quiet}>{t('clients.noComments')}</p>
  return (
    <ul className={blocks.list} aria-label={t('clients.comments')}>
      {comments.map(({ id, author, questionId, text, writtenAt }) => (
        <li key={id} className={list.row}>
          <p className={blocks.quiet}>
            {[
              author ?? t('clients.team'),
              questionId !== null && t('clients.aboutQuestion', { id: questionId }),
              formatDateTime(writtenAt),
            ]
              .filter((fact) => fact)
              .join(' · ')}
          </p>
          <p className={classes.words}>{text}</p>
        </li>
      ))}
    </ul>
  )
}
