import type { SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useRefreshOffers } from './use-refresh-offers.ts'
import { useShowOfferFailure } from './use-show-offer-failure.ts'

type Props = { offer: SurveyOffer; opened: boolean; onClose: () => void }

export function DeleteOffer({ offer, opened, onClose }: Props) {
  const t = useT()
  const refresh = useRefreshOffers()
  const remove = trpc.admin.deleteSurvey.useMutation({
    onSuccess: () =>
      showToast({ kind: 'success', title: t('surveyOffers.success'), message: t('surveyOffers.deleted') }),
    onError: useShowOfferFailure(),
    // Also after a refusal: someone else changed it first, so this list is out of date.
    onSettled: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <ConfirmDialog
      title={offer.title}
      text={t('surveyOffers.deleteQuestion')}
      action={t('surveyOffers.deleteAction')}
      opened={opened}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: offer.id })}
      onClose={onClose}
    />
  )
}
