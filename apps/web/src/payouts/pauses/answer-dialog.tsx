import type { AdminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { useRefreshMembers, useRefreshWithdrawals } from '../data.ts'

type AnswerDialogProps = { pause: AdminPayoutPause; opened: boolean; onClose: () => void }

/** Two answers to an appeal, each with a text that the member reads. */
export function AnswerDialog({ pause, opened, onClose }: AnswerDialogProps) {
  const t = useT()
  const form = useForm({
    initialValues: { answer: '' },
    validate: { answer: (answer) => (answer.trim() ? null : t('appeals.answerMissing')) },
  })
  const send = useAction(trpc.admin.answerAppeal, {
    done: t('appeals.answered'),
    form,
    ...usePauseHandlers(onClose),
  })
  const submit = (isLifted: boolean) =>
    form.onSubmit(({ answer }) => send.run({ id: pause.id, answer, isLifted }), focusFirstError(form))
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
            <Button type="submit" variant="default" disabled={send.isPending}>
              {t('appeals.keep')}
            </Button>
            <Button disabled={send.isPending} onClick={() => submit(true)()}>
              {t('word.resumePayouts')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Also after a refusal: another admin acted first, so these lists are out of date. */
function usePauseHandlers(onAccepted: () => void) {
  const t = useT()
  const { admin } = trpc.useUtils()
  const refreshMembers = useRefreshMembers()
  const refreshWithdrawals = useRefreshWithdrawals()
  return {
    onAccepted,
    failure: { title: t('word.nothingWasChanged'), offline: t('state.failedText') },
    onEnd: () => {
      refreshMembers()
      return Promise.all([refreshWithdrawals(), admin.listPayoutPauses.invalidate()])
    },
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
  const form = useReason()
  const handlers = { form, ...usePauseHandlers(onClose) }
  const pause = useAction(trpc.admin.pausePayouts, { done: t('pausing.paused'), ...handlers })
  const lift = useAction(trpc.admin.liftPayoutPause, { done: t('word.payoutsResumed'), ...handlers })
  const change = isPaused ? lift : pause
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t(isPaused ? 'pausing.liftTitle' : 'pausing.pauseTitle', { name })}
      text={t(isPaused ? 'pausing.liftText' : 'pausing.pauseText')}
      action={t(isPaused ? 'word.resumePayouts' : 'pausing.pause')}
      isDanger={!isPaused}
      isPending={change.isPending}
      onSend={(reason) => change.run({ memberId: id, reason })}
    />
  )
}
