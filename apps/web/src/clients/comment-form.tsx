import type { ClientComment } from '@chuma/contract/clients/client-surveys'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import list from '../admin/list.module.css'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import classes from './clients.module.css'

type Props = { label: string; isPending: boolean; onSend: (text: string, onSent: () => void) => void }

/** Writes into the thread of a survey. The text stays until it is sent. */
export function CommentForm({ label, isPending, onSend }: Props) {
  const t = useT()
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSend(text.trim(), () => setText(''))
      }}
    >
      <Textarea
        label={label}
        value={text}
        maxLength={2000}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button mt="sm" type="submit" variant="default" loading={isPending} disabled={text.trim() === ''}>
        {t('clients.send')}
      </Button>
    </form>
  )
}

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
