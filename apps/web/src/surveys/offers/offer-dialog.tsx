import type { SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useOpensWithData } from '../../ui/dialogs/use-opens-with-data.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { OfferForm } from './offer-form.tsx'

type Props = {
  id: string | null
  opened: boolean
  onClose: () => void
  onQuestionnaire: (offer: SurveyOffer) => void
}

/** Empty for a new offer; filled from the server's current version for an existing one. */
export function OfferDialog({ id, opened, onClose, onQuestionnaire }: Props) {
  const t = useT()
  // Never filled from cached data, which may be stale. Data that arrives while the form is open does not change it; the
  // form keeps the version that filled it.
  const offer = trpc.admin.getSurvey.useQuery(
    { id: id ?? '' },
    { enabled: opened && id !== null, staleTime: 0, gcTime: 0, refetchOnReconnect: false },
  )
  const isOpen = useOpensWithData(opened, offer.isFetching)
  return (
    <Dialog
      title={t(id === null ? 'surveyOffers.addTitle' : 'surveyOffers.editTitle')}
      size="xl"
      opened={isOpen}
      onClose={onClose}
    >
      {id === null ? (
        <OfferForm offer={null} onDone={onClose} />
      ) : (
        <QueryView query={offer} skeleton={null}>
          {(detail) => (
            <OfferForm
              key={id}
              offer={detail}
              onDone={onClose}
              onQuestionnaire={() => {
                onClose()
                onQuestionnaire(detail)
              }}
            />
          )}
        </QueryView>
      )}
    </Dialog>
  )
}
