import type { TakeBackInput } from '@chuma/contract/receivables/invoices'
import { ReasonDialog } from '../admin/reason-dialog.tsx'
import { showPending } from '../admin/show-pending.ts'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useRefreshReceivables } from './use-refresh-receivables.ts'

export type TakeBack = 'void' | 'writeOff' | 'cancel'
type Props = { what: TakeBack; id: string; text: string; opened: boolean; onClose: () => void }

/** Ask a second person to void or write off an invoice, or to cancel a payment. */
export function TakeBackDialog({ what, id, text, opened, onClose }: Props) {
  const t = useT()
  const { send, isPending } = useTakeBack(what, onClose)
  return (
    <ReasonDialog
      {...{ text, opened, onClose, isPending }}
      title={t(`receivables.${what}`)}
      label={t('receivables.reason')}
      missing={t('receivables.reasonMissing')}
      action={t('receivables.send')}
      onSend={(reason) => send({ id, reason })}
    />
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
