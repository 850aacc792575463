import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { formatKes } from '@chuma/contract/format-money'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { staffDestination } from '../staff-destination.ts'

type Props = { withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

/** This button sends money, so it needs a confirmation, and a held-down key does not press it. */
export function RetryDialog({ withdrawal, opened, onClose }: Props) {
  const t = useT()
  const { retry, isPending } = useRetryPayout(onClose)
  const { id, payoutKes, payoutNote } = withdrawal
  const target = staffDestination(withdrawal)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('admin.retryTitle')}>
      <Stack>
        <Text c="dimmed">{t('admin.retryText', { kes: formatKes(payoutKes), target })}</Text>
        {payoutNote && <Text fw={600}>{t('admin.payoutNote', { text: payoutNote })}</Text>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button loading={isPending} onClick={() => retry(id)}>
            {t('admin.retry')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Retry a payout, report the outcome and reload the lists. */
function useRetryPayout(onAnswered: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const request = trpc.admin.retryPayout.useMutation({
    onSuccess: ({ payoutState }) => {
      onAnswered()
      const message = payoutState ? { message: t(`payout.${payoutState}`) } : {}
      showToast({ kind: 'success', title: t('admin.retried'), ...message })
    },
    onError: (error) => {
      const isRefused = isApiError(error) && error.data?.appCode === 'WITHDRAWAL_STATE'
      if (isRefused) onAnswered()
      showToast({
        kind: 'error',
        title: t('admin.retryFailed'),
        message: isRefused ? t('admin.retryRefused') : serverMessage(error, t('state.failedText')),
      })
    },
    onSettled: () => utils.admin.listWithdrawals.invalidate(),
  })
  const retry = useSingleFlight(async (id: string) => {
    await request.mutateAsync({ id }).catch(() => undefined)
  })
  return { retry, isPending: request.isPending }
}
