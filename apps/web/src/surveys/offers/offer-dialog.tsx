import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { OfferForm } from './offer-form.tsx'

type Props = { id: string | null; opened: boolean; onClose: () => void }

/** Empty for a new offer; filled from the server's current version for an existing one. */
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
  // Never filled from cached data, which may be stale. Data that arrives while the form is open does not change it; the
  // form keeps the version that filled it.
  const offer = trpc.admin.getSurvey.useQuery({ id }, { gcTime: 0, refetchOnReconnect: false })
  return (
    <QueryView query={offer} skeleton={<Skeletons count={4} height={64} />}>
      {(detail) => <OfferForm key={id} offer={detail} onDone={onDone} />}
    </QueryView>
  )
}
