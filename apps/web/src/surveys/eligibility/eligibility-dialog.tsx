import type { SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { lazy, Suspense } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useOpensWithData } from '../../ui/dialogs/use-opens-with-data.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'

const EligibilityEditor = lazy(async () => ({
  default: (await import('./eligibility-editor.tsx')).EligibilityEditor,
}))

type Props = {
  offer: Pick<SurveyOffer, 'id' | 'title'>
  isManager: boolean
  opened: boolean
  onClose: () => void
}

/** Who can take a survey, and how many members that is. */
export function EligibilityDialog({ offer: { id, title }, isManager, opened, onClose }: Props) {
  const t = useT()
  const saved = trpc.admin.getEligibility.useQuery(
    { id },
    { enabled: opened, staleTime: 0, gcTime: 0, refetchOnReconnect: false, refetchOnWindowFocus: false },
  )
  const isOpen = useOpensWithData(opened, saved.isFetching)
  return (
    <Dialog title={t('eligibility.title', { title })} size="full" opened={isOpen} onClose={onClose}>
      <QueryView query={saved} skeleton={null}>
        {(loaded) => (
          <Suspense fallback={<Skeletons count={2} height={240} />}>
            <EligibilityEditor key={id} surveyId={id} {...{ loaded, isManager }} />
          </Suspense>
        )}
      </QueryView>
    </Dialog>
  )
}
