import type { AdminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useManagePauses } from './use-manage-pauses.ts'

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
