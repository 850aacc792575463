import type { TakeBackInput } from '@chuma/contract/receivables/invoices'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showPending } from '../admin/show-pending.ts'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { useRefreshReceivables } from './use-refresh-receivables.ts'

export type TakeBack = 'void' | 'writeOff' | 'cancel'
type Props = { what: TakeBack; id: string; text: string; opened: boolean; onClose: () => void }

/** Ask a second person to void or write off an invoice, or to cancel a payment. */
export function TakeBackDialog({ what, id, text, opened, onClose }: Props) {
  const t = useT()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('receivables.reasonMissing')) },
  })
  const { send, isPending } = useTakeBack(what, onClose)
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`receivables.${what}`)}>
      <form noValidate onSubmit={form.onSubmit(({ reason }) => send({ id, reason }))}>
        <Stack>
          <Text c="dimmed">{text}</Text>
          <Textarea
            label={t('receivables.reason')}
            maxLength={500}
            rows={3}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('dialog.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('receivables.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useTakeBack(what: TakeBack, onDone: () => void) {
  const refresh = useRefreshReceivables()
  const showFailure = useShowFailure()
  const handlers = {
    onSuccess: onDone,
    onError: (error: unknown) => {
      if (showPending(error)) onDone()
      else showFailure(error)
    },
    onSettled: () => refresh(),
  }
  const requests = {
    void: trpc.admin.voidPartnerInvoice.useMutation(handlers),
    writeOff: trpc.admin.writeOffPartnerInvoice.useMutation(handlers),
    cancel: trpc.admin.cancelPartnerReceipt.useMutation(handlers),
  }
  const { mutate, isPending } = requests[what]
  return { send: (input: TakeBackInput) => mutate(input), isPending }
}
