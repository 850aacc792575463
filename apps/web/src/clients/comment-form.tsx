import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'

type Props = { label: string; isPending: boolean; onSend: (text: string) => Promise<unknown> }

/** Writes into the thread of a survey. The text stays until it is sent. */
export function CommentForm({ label, isPending, onSend }: Props) {
  const t = useT()
  const [text, setText] = useState('')
  const send = () =>
    onSend(text.trim()).then(
      () => setText(''),
      () => undefined,
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void send()
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
