import type { MessageDetail } from '@chuma/contract/inbox/inbox'
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { Section } from '../ui/page/section.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { fillTemplate } from './fill-template.ts'
import { useRefreshInbox } from './use-refresh-inbox.ts'

/** Answers by mail. The text stays if someone else answers first, until it is sent or discarded. */
export function ReplyForm({ message }: { message: MessageDetail }) {
  const t = useT()
  const { form, send, isPending, isOutdated } = useReply(message)
  const templates = trpc.admin.listReplyTemplates.useQuery()
  const choose = (id: string) => {
    const template = templates.data?.find((each) => each.id === id)
    if (!template) return
    form.setFieldValue('text', fillTemplate(template.text, message))
    if (template.subject) form.setFieldValue('subject', fillTemplate(template.subject, message))
  }
  return (
    <Section
      title={t(message.replies.length > 0 ? 'inbox.replyAgain' : 'inbox.reply')}
      text={t('inbox.replyTo', { email: message.email })}
    >
      {isOutdated && <Notice title={t('desk.changedTitle')}>{t('inbox.meanwhile')}</Notice>}
      <form onSubmit={form.onSubmit(send, focusFirstError(form))} noValidate>
        <Stack maw="44rem">
          {templates.data && templates.data.length > 0 && (
            <NativeSelect
              label={t('inbox.template')}
              defaultValue=""
              onChange={({ currentTarget }) => choose(currentTarget.value)}
              data={[
                { value: '', label: t('inbox.noTemplate') },
                ...templates.data.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <TextInput label={t('inbox.subject')} maxLength={150} {...form.getInputProps('subject')} />
          <Textarea
            label={t('inbox.body')}
            autosize
            minRows={6}
            maxLength={5000}
            {...form.getInputProps('text')}
          />
          <div>
            <Button type="submit" loading={isPending}>
              {t('inbox.send')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}

const MAX_SUBJECT = 150

/**
 * Send an answer to the version of the message that was read. `isOutdated`: refused, because the message has changed.
 */
function useReply({ id, subject, version, email }: MessageDetail) {
  const t = useT()
  const refresh = useRefreshInbox()
  const showFailure = useShowFailure()
  const [isOutdated, setOutdated] = useState(false)
  const required = (text: string) => (text.trim() ? null : t('staff.required'))
  const form = useForm({
    initialValues: { subject: t('inbox.re', { subject }).slice(0, MAX_SUBJECT), text: '' },
    validate: { subject: required, text: required },
  })
  const reply = trpc.admin.replyToMessage.useMutation({
    onSuccess: async () => {
      setOutdated(false)
      form.reset()
      showToast({ kind: 'success', title: t('inbox.sent'), message: t('inbox.sentText', { email }) })
      await refresh()
    },
    onError: async (error) => {
      if (showFieldErrors(form, error)) return
      if (!isApiError(error) || error.data?.appCode !== 'MESSAGE_STATE') return showFailure(error)
      await refresh()
      setOutdated(true)
    },
  })
  // Uses the version on screen; it is refetched only when staff ask to see the change.
  const send = (typed: { subject: string; text: string }) => reply.mutate({ id, version, ...typed })
  return { form, send, isPending: reply.isPending, isOutdated }
}
