import { formatKes } from '@chuma/contract/format-money'
import type { Debt } from '@chuma/contract/payouts/debts'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showPending } from '../../admin/show-pending.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Props = { debt: Debt; opened: boolean; onClose: () => void }

/** Ask a second person to give up a debt. */
export function WriteOffDialog({ debt, opened, onClose }: Props) {
  const t = useT()
  const { writeOff, isPending } = useWriteOff(onClose)
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('admin.reasonMissing')) },
  })
  const { memberId, memberName: name, points, amountKes } = debt
  return (
    <Dialog opened={opened} onClose={onClose} title={t('debts.writeOffTitle')}>
      <form onSubmit={form.onSubmit(({ reason }) => writeOff({ memberId, points, reason }))} noValidate>
        <Stack>
          <Text c="dimmed">{t('debts.writeOffText', { name, kes: formatKes(amountKes) })}</Text>
          <Textarea
            label={t('debts.reason')}
            maxLength={500}
            rows={3}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('admin.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('correct.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useWriteOff(onAsked: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const request = trpc.admin.writeOffDebt.useMutation({
    onSuccess: onAsked,
    onError: (error) => {
      if (showPending(error)) return onAsked()
      showToast({
        kind: 'error',
        title: t('debts.failed'),
        message: serverMessage(error, t('state.failedText')),
      })
    },
    onSettled: () => utils.admin.listDebts.invalidate(),
  })
  const writeOff = useSingleFlight(async (input: { memberId: string; points: number; reason: string }) => {
    await request.mutateAsync(input).catch(() => undefined)
  })
  return { writeOff, isPending: request.isPending }
}
