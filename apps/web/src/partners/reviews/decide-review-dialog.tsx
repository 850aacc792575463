import type { CreditReview, DecideCreditReviewInput } from '@chuma/contract/partners/credit-reviews'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'

type Props = {
  review: CreditReview
  decision: DecideCreditReviewInput['decision']
  opened: boolean
  onClose: () => void
}

export function DecideReviewDialog({ review, decision, opened, onClose }: Props) {
  const t = useT()
  const isRejection = decision === 'rejected'
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('staff.required')) },
  })
  const decide = useDecide({ onClose, onRefused: (error) => showFieldErrors(form, error) })
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`creditReviewDecision.${decision}`)}>
      <form
        onSubmit={form.onSubmit(
          ({ reason }) => decide.mutate({ id: review.id, decision, reason }),
          focusFirstError(form),
        )}
        noValidate
      >
        <Stack>
          <Text c="dimmed">{t(`creditReviewDecisionText.${decision}`)}</Text>
          <Textarea
            label={t('claims.reason')}
            description={t('claims.reasonHint')}
            maxLength={500}
            autosize
            minRows={2}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('dialog.cancel')}
            </Button>
            <Button type="submit" loading={decide.isPending} {...(isRejection && { color: 'red' })}>
              {t(isRejection ? 'creditReviews.reject' : 'creditReviews.pay')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

type Handlers = { onClose: () => void; onRefused: (error: unknown) => boolean }

function useDecide({ onClose, onRefused }: Handlers) {
  const t = useT()
  const { partners } = trpc.useUtils()
  const showFailure = useShowFailure()
  const refresh = () =>
    Promise.all([
      partners.listCreditReviews.invalidate(),
      partners.getCreditReview.invalidate(),
      partners.getClaim.invalidate(),
    ])
  return trpc.partners.decideCreditReview.useMutation({
    onSuccess: ({ state }) => {
      const title = t(state === 'cancelled' ? 'creditReviews.rejected' : 'creditReviews.paid')
      showToast({ kind: 'success', title, message: t('creditReviews.told') })
      onClose()
      return refresh()
    },
    onError: (error) => {
      if (onRefused(error)) return undefined
      showFailure(error)
      // Someone else decided first, or the partner took it back: this screen is out of date.
      onClose()
      return refresh()
    },
  })
}
