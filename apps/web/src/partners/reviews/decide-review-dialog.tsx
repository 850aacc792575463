import type { CreditReview, DecideCreditReviewInput } from '@chuma/contract/partners/credit-reviews'
import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

type Props = {
  review: CreditReview
  decision: DecideCreditReviewInput['decision']
  opened: boolean
  onClose: () => void
}

export function DecideReviewDialog({ review, decision, opened, onClose }: Props) {
  const t = useT()
  const isRejection = decision === 'rejected'
  const decide = useDecide(onClose)
  return (
    <ReasonDialog
      {...{ opened, onClose }}
      title={t(`creditReviewDecision.${decision}`)}
      text={t(`creditReviewDecisionText.${decision}`)}
      label={t('claims.reason')}
      hint={t('claims.reasonHint')}
      missing={t('staff.required')}
      action={t(isRejection ? 'creditReviews.reject' : 'creditReviews.pay')}
      isDanger={isRejection}
      isPending={decide.isPending}
      onSend={(reason) => decide.mutate({ id: review.id, decision, reason })}
    />
  )
}

function useDecide(onClose: () => void) {
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
      showFailure(error)
      // Someone else decided first, or the partner took it back: this screen is out of date.
      onClose()
      return refresh()
    },
  })
}
