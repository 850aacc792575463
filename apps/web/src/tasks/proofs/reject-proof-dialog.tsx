import type { AdminProof } from '@chuma/contract/tasks/tasks'
import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import classes from './proofs.module.css'

type Props = {
  proof: AdminProof
  isPending: boolean
  onReject: (reason: string) => void
  onClose: () => void
}

const SUGGESTIONS = ['unreadable', 'other', 'incomplete', 'private', 'copied'] as const

/** Asks for the reason. A single line, so that Enter submits it. */
export function RejectProofDialog({ proof, isPending, onReject, onClose }: Props) {
  const t = useT()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('proofQueue.reasonMissing')) },
  })
  const suggest = (reason: string) => {
    form.setFieldValue('reason', reason)
    form.getInputNode('reason')?.focus()
  }
  return (
    <Dialog opened onClose={onClose} title={t('proofQueue.rejectTitle')}>
      <form
        onSubmit={form.onSubmit(({ reason }) => onReject(reason.trim()), focusFirstError(form))}
        noValidate
      >
        <Stack>
          <Text fw={600}>{proof.title}</Text>
          <TextInput
            label={t('catalogue.reason')}
            description={t('proofQueue.rejectText')}
            maxLength={500}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <fieldset className={classes.suggestions}>
            <legend className={classes.quiet}>{t('proofQueue.suggestions')}</legend>
            {SUGGESTIONS.map((name) => {
              const words = t(`proofReason.${name}`)
              return (
                <button
                  key={name}
                  type="button"
                  className={classes.suggestion}
                  onClick={() => suggest(words)}
                >
                  {words}
                </button>
              )
            })}
          </fieldset>
          <DialogButtons action={t('proofQueue.reject')} isPending={isPending} isDanger onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
