import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

const WORDS = {
  stop: {
    title: 'queue.stopTitle',
    text: 'queue.stopText',
    label: 'queue.stopReason',
    missing: 'queue.stopMissing',
    action: 'queue.stop',
    done: 'queue.stoppedDone',
  },
  resume: {
    title: 'queue.resumeTitle',
    text: 'queue.resumeText',
    label: 'queue.resumeNote',
    missing: 'queue.resumeMissing',
    action: 'queue.resume',
    done: 'queue.resumedDone',
  },
} as const

type Props = { act: keyof typeof WORDS; provider: string | null; opened: boolean; onClose: () => void }

/** Stops or resumes payouts for everyone, so it requires a reason that others can read. */
export function QueueDialog({ act, provider, opened, onClose }: Props) {
  const t = useT()
  const words = WORDS[act]
  const { change, isPending } = useChangeQueue({ act, provider }, () => {
    onClose()
    showToast({ kind: 'success', title: t(words.done) })
  })
  return (
    <ReasonDialog
      {...{ opened, onClose, isPending }}
      title={t(words.title)}
      text={t(words.text)}
      label={t(words.label)}
      missing={t(words.missing)}
      action={t(words.action)}
      isDanger={act === 'stop'}
      onSend={change}
    />
  )
}

function useChangeQueue({ act, provider }: Pick<Props, 'act' | 'provider'>, onDone: () => void) {
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const options = {
    onSuccess: onDone,
    onError: showFailure,
    // Also after a refusal: someone else acted first.
    onSettled: () =>
      Promise.all([
        utils.admin.getPayoutQueue.invalidate(),
        utils.admin.listPayoutQueues.invalidate(),
        utils.admin.listWithdrawals.invalidate(),
        utils.admin.listWaiting.invalidate(),
      ]),
  }
  const stop = trpc.admin.stopPayoutQueue.useMutation(options)
  const resume = trpc.admin.resumePayoutQueue.useMutation(options)
  const change = useSingleFlight(async (note: string) => {
    const one = provider === null ? {} : { provider }
    const sent =
      act === 'stop' ? stop.mutateAsync({ ...one, reason: note }) : resume.mutateAsync({ ...one, note })
    await sent.catch(() => undefined)
  })
  return { change, isPending: stop.isPending || resume.isPending }
}
