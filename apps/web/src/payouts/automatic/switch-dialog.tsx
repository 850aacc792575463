import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

const WORDS = {
  stop: {
    title: 'automatic.stopTitle',
    text: 'automatic.stopText',
    label: 'queue.stopReason',
    missing: 'queue.stopMissing',
    action: 'automatic.stop',
  },
  release: {
    title: 'automatic.releaseTitle',
    text: 'automatic.releaseText',
    label: 'queue.resumeNote',
    missing: 'queue.resumeMissing',
    action: 'automatic.release',
  },
} as const

/** `trippedAt`: of the stop to release; null: stop. */
type Props = { trippedAt: string | null; opened: boolean; onClose: () => void }

/** Stops automatic payouts at once, or asks a second person to release them; each with a reason that others read. */
export function SwitchDialog({ trippedAt, opened, onClose }: Props) {
  const t = useT()
  const words = WORDS[trippedAt === null ? 'stop' : 'release']
  const { change, isPending } = useChangeSwitch(trippedAt, onClose)
  return (
    <ReasonDialog
      {...{ opened, onClose, isPending }}
      title={t(words.title)}
      text={t(words.text)}
      label={t(words.label)}
      missing={t(words.missing)}
      action={t(words.action)}
      isDanger={trippedAt === null}
      onSend={change}
    />
  )
}

function useChangeSwitch(trippedAt: string | null, onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const options = {
    onError: (error: unknown) => {
      // Sent to a second person, too: the dialog has nothing left to ask.
      onDone()
      showFailure(error)
    },
    // Also after a refusal: someone else acted first.
    onSettled: () =>
      Promise.all([utils.admin.getAutomaticPayout.invalidate(), utils.admin.listWaiting.invalidate()]),
  }
  const stop = trpc.admin.stopAutomaticPayout.useMutation({
    ...options,
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success', title: t('automatic.stoppedDone') })
    },
  })
  const release = trpc.admin.releaseAutomaticPayout.useMutation({ ...options, onSuccess: onDone })
  const change = useSingleFlight(async (note: string) => {
    const sent =
      trippedAt === null ? stop.mutateAsync({ reason: note }) : release.mutateAsync({ trippedAt, note })
    await sent.catch(() => undefined)
  })
  return { change, isPending: stop.isPending || release.isPending }
}
