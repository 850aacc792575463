import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'

type Props = {
  title: string
  text: string
  action: string
  isPending: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks for a reason before an action that affects a member. */
export function ReasonDialog({ title, text, action, isPending, onConfirm, onClose }: Props) {
  const t = useT()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('admin.reasonMissing')) },
  })
  return (
    <Dialog title={title} opened onClose={onClose}>
      <form onSubmit={form.onSubmit(({ reason }) => onConfirm(reason), focusFirstError(form))} noValidate>
        <Stack>
          <Text c="dimmed">{text}</Text>
          <Textarea
            label={t('admin.reason')}
            maxLength={500}
            rows={3}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('admin.cancel')}
            </Button>
            <Button type="submit" color="red" loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
