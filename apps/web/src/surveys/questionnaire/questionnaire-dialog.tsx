import type { SurveyOffer } from '@chuma/contract/surveys/survey-offers'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ConfirmDialog, Dialog, useOpensWithData } from '../../ui/dialogs/dialog.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'

// Drag and drop is a large library that few need.
const QuestionnaireEditor = lazy(async () => ({
  default: (await import('./questionnaire-editor.tsx')).QuestionnaireEditor,
}))

type Props = {
  offer: Pick<SurveyOffer, 'id' | 'title'>
  isManager: boolean
  opened: boolean
  onClose: () => void
}

/** The questionnaire of a survey, filled from the server's current draft. */
export function QuestionnaireDialog({ offer: { id, title }, isManager, opened, onClose }: Props) {
  const t = useT()
  const draft = trpc.admin.getQuestionnaire.useQuery(
    { id },
    { enabled: opened, staleTime: 0, gcTime: 0, refetchOnReconnect: false, refetchOnWindowFocus: false },
  )
  const isOpen = useOpensWithData(opened, draft.isFetching)
  const [isChanged, setChanged] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    setAsking(false)
    setChanged(false)
    onClose()
  }
  return (
    <Dialog
      title={t('questionnaire.title', { title })}
      size="full"
      opened={isOpen}
      // Later: the keystroke that asks still has to pass the question, which must not close on it.
      onClose={() => (isChanged ? setTimeout(() => setAsking(true)) : leave())}
    >
      <QueryView query={draft} skeleton={null}>
        {(loaded) => (
          <Suspense fallback={<Skeletons count={2} height={240} />}>
            <QuestionnaireEditor key={id} surveyId={id} {...{ loaded, isManager }} onChanged={setChanged} />
          </Suspense>
        )}
      </QueryView>
      <ConfirmDialog
        title={t('questionnaire.leaveTitle')}
        text={t('questionnaire.leaveText')}
        action={t('questionnaire.leave')}
        dismissal={t('questionnaire.stay')}
        opened={isAsking}
        isOnTop
        isPending={false}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  )
}
