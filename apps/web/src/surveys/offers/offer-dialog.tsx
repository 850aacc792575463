import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { OfferForm } from './offer-form.tsx'

type Props = { id: string | null; opened: boolean; onClose: () => void }

/** Empty for a new offer; filled from what the server holds now for one that is there. */
export function OfferDialog({ id, opened, onClose }: Props) {
  const t = useT()
  return (
    <Dialog
      title={t(id === null ? 'surveyOffers.addTitle' : 'surveyOffers.editTitle')}
      size="xl"
      opened={opened}
      onClose={onClose}
    >
      {id === null ? <OfferForm offer={null} onDone={onClose} /> : <EditedOffer id={id} onDone={onClose} />}
    </Dialog>
  )
}

function EditedOffer({ id, onDone }: { id: string; onDone: () => void }) {
  // Never from what was read before: somebody may have changed it since. What is read while the form is open changes
  // nothing in it; the form holds the version that it was filled from.
  const offer = trpc.admin.getSurvey.useQuery({ id }, { gcTime: 0, refetchOnReconnect: false })
  return (
    <QueryView query={offer} skeleton={<Skeletons count={4} height={64} />}>
      {(detail) => <OfferForm key={id} offer={detail} onDone={onDone} />}
    </QueryView>
  )
}
