import type { ClientComment } from '@chuma/contract/clients/client-surveys'
import { Button, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import list from '../ui/states/list.module.css'
import classes from './clients.module.css'

type Props = {
  form: UseFormReturnType<{ text: string }>
  label: string
  isPending: boolean
  onSend: (text: string) => void
}

/** Writes into the thread of a survey. The text stays until it is sent. */
export function CommentForm({ form, label, isPending, onSend }: Props) {
  const t = useT()
  const isEmpty = form.values.text.trim() === ''
  return (
    <form onSubmit={form.onSubmit(({ text }) => (isEmpty ? undefined : onSend(text.trim())))}>
      <Textarea label={label} maxLength={2000} autosize minRows={2} {...form.getInputProps('text')} />
      <Button mt="sm" type="submit" variant="default" loading={isPending} disabled={isEmpty}>
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
