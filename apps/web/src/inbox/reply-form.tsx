import type { MessageDetail } from '@chuma/contract/inbox/inbox'
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { focusFirstError } from '../ui/forms/focus-first-error.ts'
import { Section } from '../ui/page/section.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { fillTemplate } from './fill-template.ts'
import { useReply } from './use-reply.ts'

/** Answers by mail. What was typed stays when somebody else was faster, until it is sent or left. */
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
