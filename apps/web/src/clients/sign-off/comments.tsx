import type { SignOffView } from '@chuma/contract/surveys/sign-off'
import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import walkClasses from '../../surveys/walk/walk.module.css'
import blocks from '../../ui/blocks.module.css'
import list from '../../ui/states/list.module.css'
import { clientApi, useClientAction } from '../client-layout.tsx'

export type Author = {
  token: string
  name: string
  /** The server takes no shorter name. */
  isNamed: boolean
  show: (view: SignOffView) => void
}

type Props = Author & {
  comments: SignOffView['comments']
  /** Null: about the survey as a whole. */
  questionId: number | null
}

/** What readers of the link wrote about a question, with our answers, and a form for more. */
export function Comments({ token, name, isNamed, show, comments, questionId }: Props) {
  const t = useT()
  const form = useForm({ initialValues: { text: '' } })
  const send = useClientAction(clientApi.clients.commentSignOff.mutate, {
    failed: t('signOff.failed'),
    onAccepted: form.reset,
    onDone: show,
    form,
  })
  const shown = comments.filter((comment) => comment.questionId === questionId)
  const label = t(questionId === null ? 'signOff.commentWhole' : 'signOff.commentQuestion')
  const write = ({ text }: { text: string }) =>
    send.run({ token, name, text: text.trim(), ...(questionId !== null && { questionId }) })
  return (
    <>
      {shown.length > 0 && (
        <ul className={blocks.list} aria-label={t('signOff.comments')}>
          {shown.map((comment) => (
            <li key={comment.id} className={list.row}>
              <p className={blocks.quiet}>{[comment.name, formatDateTime(comment.writtenAt)].join(' · ')}</p>
              <p className={walkClasses.words}>{comment.text}</p>
              {comment.answer !== null && (
                <p className={walkClasses.words}>
                  <strong>{t('signOff.ourAnswer')}</strong> {comment.answer}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={form.onSubmit(write)}>
        <Textarea
          label={label}
          {...(!isNamed && { description: t('signOff.nameFirst') })}
          maxLength={2000}
          autosize
          minRows={2}
          {...form.getInputProps('text')}
        />
        <Button
          mt="sm"
          type="submit"
          variant="default"
          loading={send.isPending}
          disabled={!isNamed || form.values.text.trim() === ''}
        >
          {t('signOff.send')}
        </Button>
      </form>
    </>
  )
}
