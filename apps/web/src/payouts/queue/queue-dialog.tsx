import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
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
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (note.trim() ? null : t(words.missing)) },
  })
  const close = () => {
    form.reset()
    onClose()
  }
  const { change, isPending } = useChangeQueue({ act, provider }, () => {
    close()
    showToast({ kind: 'success', title: t(words.done) })
  })
  return (
    <Dialog opened={opened} onClose={close} title={t(words.title)}>
      <form onSubmit={form.onSubmit(({ note }) => change(note))} noValidate>
        <Stack>
          <Text c="dimmed">{t(words.text)}</Text>
          <Textarea
            label={t(words.label)}
            maxLength={500}
            rows={3}
            data-autofocus
            {...form.getInputProps('note')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('admin.cancel')}
            </Button>
            <Button type="submit" loading={isPending} {...(act === 'stop' && { color: 'red' })}>
              {t(words.action)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
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
