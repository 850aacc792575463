import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { formatKes } from '@chuma/contract/format-money'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { payoutDestination } from '../../wallet/destinations/payout-destination.ts'
import { useRetryPayout } from './use-retry-payout.ts'

type Props = { withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

/** Money leaves on this button, so it is asked for twice, and a key that is held down does not press it. */
export function RetryDialog({ withdrawal, opened, onClose }: Props) {
  const t = useT()
  const { retry, isPending } = useRetryPayout(onClose)
  const { id, payoutKes, payoutNote } = withdrawal
  const target = payoutDestination(withdrawal)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('admin.retryTitle')}>
      <Stack>
        <Text c="dimmed">{t('admin.retryText', { kes: formatKes(payoutKes), target })}</Text>
        {payoutNote && <Text fw={600}>{t('admin.payoutNote', { text: payoutNote })}</Text>}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('admin.cancel')}
          </Button>
          <Button loading={isPending} onClick={() => retry(id)}>
            {t('admin.retry')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
