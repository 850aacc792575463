import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import classes from '../task-card.module.css'
import { useShowRefusal } from '../use-show-refusal.ts'

const MAX_CHARACTERS = 2000

type Props = { taskId: string; titleId: string; onCancel: () => void }
type ProofValues = { proof: string }

export function ProofForm({ taskId, titleId, onCancel }: Props) {
  const t = useT()
  const form = useForm<ProofValues>({ initialValues: { proof: '' } })
  const { send, isPending } = useSubmitProof(taskId, (error) => showFieldErrors(form, error))

  const submit = ({ proof }: ProofValues) => {
    if (proof.trim()) return send(proof)
    form.setFieldError('proof', t('proof.missing'))
    form.getInputNode('proof')?.focus()
  }
  const count = form.values.proof.length
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate className={classes.form} aria-labelledby={titleId}>
      <Textarea
        label={t('proof.label')}
        description={`${t('proof.hint')} ${t('proof.characters', { count, max: MAX_CHARACTERS })}`}
        rows={4}
        maxLength={MAX_CHARACTERS}
        // Focus the form: the button that opened it is gone.
        autoFocus
        {...form.getInputProps('proof')}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('proof.submit')}
        </Button>
      </div>
    </form>
  )
}

function useSubmitProof(id: string, onRefused: (error: unknown) => boolean) {
  const t = useT()
  const utils = trpc.useUtils()
  const showRefusal = useShowRefusal()
  const reload = () => {
    void utils.tasks.listSocialTasks.invalidate()
    void utils.tasks.listMicroJobs.invalidate()
    void utils.tasks.getToday.invalidate()
  }
  const submitting = trpc.tasks.submitProof.useMutation({
    networkMode: 'always',
    onSuccess: () => {
      showToast({ kind: 'success', title: t('proof.sentTitle'), message: t('proof.sent') })
      reload()
    },
    onError: (error) => {
      onRefused(error)
      showRefusal(t('proof.failedTitle'), error)
      // Submitted elsewhere, or closed: reload to show the server's state. What was typed stays while it is useful.
      if (isApiError(error) && error.data?.appCode !== 'INVALID_INPUT') reload()
    },
  })
  const send = useSingleFlight(async (proof: string) => {
    await submitting.mutateAsync({ id, proof }).catch(() => undefined)
  })
  return { send, isPending: submitting.isPending }
}
