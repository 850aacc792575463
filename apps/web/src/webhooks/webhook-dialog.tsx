import { type IssuedWebhook, WEBHOOK_EVENTS, type Webhook } from '@chuma/contract/webhooks/webhooks'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../ui/forms/focus-first-error.ts'
import { Notice } from '../ui/states/notice.tsx'
import { useSaveWebhook } from './use-save-webhook.ts'
import classes from './webhooks.module.css'

type Props = {
  /** Null: a new endpoint. */
  webhook: Webhook | null
  opened: boolean
  onIssued: (issued: IssuedWebhook) => void
  onClose: () => void
}

export function WebhookDialog({ webhook, opened, onIssued, onClose }: Props) {
  const t = useT()
  const { form, save, isPending, theirs } = useSaveWebhook(webhook, { onIssued, onClose })
  const choice = { radius: 'xs', classNames: { body: classes.choice ?? '' } } as const
  return (
    <Dialog
      title={webhook ? t('webhooks.editTitle', { name: webhook.name }) : t('webhooks.add')}
      opened={opened}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
        <Stack>
          {theirs && (
            <Notice title={t('desk.changedTitle')}>
              {t('webhooks.meanwhile', { url: theirs.url, reason: theirs.disabledReason ?? '' })}
            </Notice>
          )}
          <TextInput
            label={t('webhooks.name')}
            maxLength={80}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('webhooks.url')}
            description={t('webhooks.urlHint')}
            type="url"
            inputMode="url"
            maxLength={2048}
            autoComplete="off"
            {...form.getInputProps('url')}
          />
          <Checkbox.Group label={t('webhooks.events')} {...form.getInputProps('events')}>
            {WEBHOOK_EVENTS.map((event) => (
              <Checkbox key={event} value={event} label={t(`webhookEvent.${event}`)} {...choice} />
            ))}
          </Checkbox.Group>
          {webhook && (
            <Checkbox
              label={t('webhooks.isActive')}
              {...choice}
              {...form.getInputProps('isActive', { type: 'checkbox' })}
            />
          )}
          <DialogButtons action={t('webhooks.save')} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
