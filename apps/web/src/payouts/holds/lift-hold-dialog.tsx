import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import type { AdminHold } from '@chuma/contract/payouts/holds'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { describeHold } from './describe-hold.ts'

type Props = { withdrawal: AdminWithdrawal; hold: AdminHold; onClose: () => void }

/** Asks why a hold is lifted. The server checks that it is still there. */
export function LiftHoldDialog({ withdrawal: { id, userName }, hold, onClose }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const lifting = trpc.admin.liftHold.useMutation({
    onSuccess: () => showToast({ kind: 'success', title: t('staffHold.lifted') }),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('staffHold.failed'),
        message: serverMessage(error, t('state.failedText')),
      }),
    onSettled: () => {
      onClose()
      void utils.admin.getPayoutQueue.invalidate()
      void utils.admin.listPayoutQueues.invalidate()
      void utils.admin.previewBulkApproval.invalidate()
      return utils.admin.listWithdrawals.invalidate()
    },
  })
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('admin.reasonMissing')) },
  })
  const lift = useSingleFlight(async ({ reason }: { reason: string }) => {
    await lifting.mutateAsync({ id, holdId: hold.id, reason }).catch(() => undefined)
  })
  return (
    <Dialog opened onClose={onClose} title={t('staffHold.liftTitle', { name: userName })}>
      <form onSubmit={form.onSubmit(lift, focusFirstError(form))} noValidate>
        <Stack>
          <Text fw={600}>{describeHold(t, hold)}</Text>
          <Text c="dimmed">{t('staffHold.liftText')}</Text>
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
            <Button type="submit" loading={lifting.isPending}>
              {t('staffHold.lift')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
