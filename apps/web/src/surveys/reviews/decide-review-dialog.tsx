import type { AdminSurveyReview } from '@chuma/contract/surveys/reviews'
import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import type { Decision } from './list-decisions.ts'

type Props = { review: AdminSurveyReview; decision: Decision; opened: boolean; onClose: () => void }
type Values = { reason: string }

export function DecideReviewDialog({ review, decision, opened, onClose }: Props) {
  const t = useT()
  const isAppeal = review.state === 'appealed'
  const action = review.state === 'doubtful' ? 'accept' : decision
  const needsReason = isAppeal || decision !== 'paid'
  const form = useForm<Values>({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (!needsReason || reason.trim() ? null : t('staff.required')) },
  })
  const decide = useDecide(review, { onClose, onRefused: (error) => showFieldErrors(form, error) })
  const submit = ({ reason }: Values) => decide.mutate({ id: review.id, decision, reason })
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`reviewDecision.${action}Title`)}>
      <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
        <Stack>
          <Text c="dimmed">{t(isAppeal ? 'reviewDecision.appealText' : `reviewDecision.${action}Text`)}</Text>
          {needsReason && (
            <Textarea
              label={t(isAppeal ? 'reviewDecision.answer' : 'reviewDecision.reason')}
              description={t('claims.reasonHint')}
              rows={3}
              maxLength={500}
              data-autofocus
              {...form.getInputProps('reason')}
            />
          )}
          <DialogButtons
            action={t(`reviewDecision.${action}`)}
            isPending={decide.isPending}
            isDanger={decision === 'rejected'}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

type Handlers = { onClose: () => void; onRefused: (error: unknown) => boolean }

function useDecide({ userEmail: email, state }: AdminSurveyReview, { onClose, onRefused }: Handlers) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const refresh = () =>
    Promise.all([
      utils.admin.listSurveyReviews.invalidate(),
      utils.admin.getSurveyReview.invalidate(),
      utils.admin.listWaiting.invalidate(),
    ])
  return trpc.admin.decideSurveyReview.useMutation({
    onSuccess: () => {
      const isTold = state !== 'doubtful'
      showToast({
        kind: 'success',
        title: t('reviewDecision.done'),
        message: isTold ? t('claims.told', { email }) : t('reviewDecision.notTold'),
      })
      onClose()
      return refresh()
    },
    onError: (error) => {
      if (onRefused(error)) return undefined
      showFailure(error)
      // Someone else decided first, or its time is over: this screen is out of date.
      onClose()
      return refresh()
    },
  })
}
