import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { isInDoubt } from './is-in-doubt.ts'
import { useDecideWithdrawal } from './use-decide-withdrawal.ts'

type Props = { withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

export function RejectDialog({ withdrawal, opened, onClose }: Props) {
  const t = useT()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('admin.reasonMissing')) },
  })
  const { decide, isPending } = useDecideWithdrawal(onClose, (problem) =>
    form.setFieldError('reason', problem),
  )
  const submit = ({ reason }: { reason: string }) =>
    decide({ id: withdrawal.id, status: 'rejected', adminNotes: reason })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('admin.rejectTitle')}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          {isInDoubt(withdrawal) && <Text fw={600}>{t('admin.rejectInDoubt')}</Text>}
          <Text c="dimmed">{t('admin.rejectText', { name: withdrawal.userName })}</Text>
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
              {t('admin.reject')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
