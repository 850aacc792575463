import type { RouterInputs } from '@chuma/api/types'
import type { AdminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRefreshMembers } from '../../account/members/edit-earnings-dialog.tsx'
import { ReasonDialog } from '../../admin/actions.tsx'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

type Props = { pause: AdminPayoutPause; opened: boolean; onClose: () => void }
type AnswerValues = { answer: string }

/** Two answers to an appeal, each with a text that the member reads. */
export function AnswerDialog({ pause, opened, onClose }: Props) {
  const t = useT()
  const { answer: send, isPending } = useManagePauses(onClose)
  const form = useForm<AnswerValues>({
    initialValues: { answer: '' },
    validate: { answer: (answer) => (answer.trim() ? null : t('appeals.answerMissing')) },
  })
  const submit = (isLifted: boolean) =>
    form.onSubmit(({ answer }) => send({ id: pause.id, answer, isLifted }), focusFirstError(form))
  return (
    <Dialog opened={opened} onClose={onClose} title={t('appeals.answerTitle', { name: pause.userName })}>
      <form onSubmit={submit(false)} noValidate>
        <Stack>
          <Text className={blocks.words ?? ''}>{pause.appeal}</Text>
          <Textarea
            label={t('appeals.yourAnswer')}
            description={t('appeals.answerHint')}
            maxLength={1000}
            rows={4}
            data-autofocus
            {...form.getInputProps('answer')}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" disabled={isPending}>
              {t('appeals.keep')}
            </Button>
            <Button disabled={isPending} onClick={() => submit(true)()}>
              {t('pausing.lift')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

type Inputs = RouterInputs['admin']

/** Pause payouts, lift pauses and answer appeals, once each; report the outcome and reload the lists. */
function useManagePauses(onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const refreshMembers = useRefreshMembers()
  const callbacks = (title: string) => ({
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success' as const, title })
    },
    onError: (error: unknown) =>
      showToast({
        kind: 'error',
        title: t('pausing.failed'),
        message: serverMessage(error, t('state.failedText')),
      }),
    // Also after a refusal: another admin acted first, so these lists are out of date.
    onSettled: () => {
      void utils.admin.listWithdrawals.invalidate()
      void utils.admin.listPayoutPauses.invalidate()
      refreshMembers()
    },
  })
  const pausing = trpc.admin.pausePayouts.useMutation(callbacks(t('pausing.pausedDone')))
  const lifting = trpc.admin.liftPayoutPause.useMutation(callbacks(t('pausing.liftedDone')))
  const answering = trpc.admin.answerAppeal.useMutation(callbacks(t('appeals.answered')))
  return {
    pause: useSingleFlight(async (input: Inputs['pausePayouts']) => {
      await pausing.mutateAsync(input).catch(() => undefined)
    }),
    lift: useSingleFlight(async (input: Inputs['liftPayoutPause']) => {
      await lifting.mutateAsync(input).catch(() => undefined)
    }),
    answer: useSingleFlight(async (input: Inputs['answerAppeal']) => {
      await answering.mutateAsync(input).catch(() => undefined)
    }),
    isPending: pausing.isPending || lifting.isPending || answering.isPending,
  }
}

type PauseDialogProps = {
  member: { id: string; name: string; isPaused: boolean }
  opened: boolean
  onClose: () => void
}

/** Asks for the reason to pause or resume a member's payouts. */
export function PauseDialog({ member: { id, name, isPaused }, opened, onClose }: PauseDialogProps) {
  const t = useT()
  const { pause, lift, isPending } = useManagePauses(onClose)
  return (
    <ReasonDialog
      {...{ opened, onClose, isPending }}
      title={t(isPaused ? 'pausing.liftTitle' : 'pausing.pauseTitle', { name })}
      text={t(isPaused ? 'pausing.liftText' : 'pausing.pauseText')}
      action={t(isPaused ? 'pausing.lift' : 'pausing.pause')}
      isDanger={!isPaused}
      onSend={(reason) => (isPaused ? lift : pause)({ memberId: id, reason })}
    />
  )
}
