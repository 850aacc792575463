import type { CompletedSurvey } from '@chuma/contract/surveys'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { CompletionScreen } from './completion-screen.tsx'
import { SurveyEnded } from './survey-ended.tsx'
import { SurveyRun } from './survey-run.tsx'
import { useSurvey } from './use-survey.ts'

type Props = {
  surveyId: string
  memberId: string
  /** From the address, counted from 1. */
  questionNumber: number | undefined
}

export function SurveyPage({ surveyId, memberId, questionNumber }: Props) {
  const t = useT()
  const query = useSurvey(surveyId)
  const [result, setResult] = useState<CompletedSurvey>()
  return (
    <Page
      title={query.data?.title ?? t('survey.title')}
      aside={<BackLink to="/surveys">{t('survey.back')}</BackLink>}
      width="form"
    >
      {result ? (
        <CompletionScreen result={result} />
      ) : (
        <QueryView
          query={query}
          errorTitle={t('survey.loadFailed')}
          skeleton={<Skeletons count={1} height={380} />}
        >
          {(survey) =>
            isOpen(survey.status) ? (
              <SurveyRun
                survey={survey}
                memberId={memberId}
                questionNumber={questionNumber}
                onCompleted={setResult}
              />
            ) : (
              <SurveyEnded isCompleted={survey.status === 'completed'} />
            )
          }
        </QueryView>
      )}
    </Page>
  )
}
