import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useManagePauses } from './use-manage-pauses.ts'

type Props = {
  member: { id: string; name: string; isPaused: boolean }
  opened: boolean
  onClose: () => void
}

/** Asks for the reason to pause or resume a member's payouts. */
export function PauseDialog({ member: { id, name, isPaused }, opened, onClose }: Props) {
  const t = useT()
  const { pause, lift, isPending } = useManagePauses(onClose)
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('admin.reasonMissing')) },
  })
  const submit = ({ reason }: { reason: string }) => (isPaused ? lift : pause)({ memberId: id, reason })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(isPaused ? 'pausing.liftTitle' : 'pausing.pauseTitle', { name })}
    >
      <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
        <Stack>
          <Text c="dimmed">{t(isPaused ? 'pausing.liftText' : 'pausing.pauseText')}</Text>
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
            <Button type="submit" loading={isPending} {...(!isPaused && { color: 'red' })}>
              {t(isPaused ? 'pausing.lift' : 'pausing.pause')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
