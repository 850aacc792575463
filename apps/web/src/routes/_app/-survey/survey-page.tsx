import type { AttemptStatus, CompletedSurvey } from '@chuma/contract/surveys'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { Page } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { PointsAmount } from '../../../wallet/points-amount.tsx'
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
      lead={query.data && <PointsAmount points={query.data.rewardPoints} />}
      width="narrow"
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
            canGoOn(survey.status) ? (
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
      <BackButton />
    </Page>
  )
}

function canGoOn(status: AttemptStatus | null): boolean {
  return status === null || status === 'started' || status === 'in_progress'
}

function BackButton() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Button
      variant="subtle"
      color="gray"
      mt="md"
      px="xs"
      leftSection={<IconArrowLeft aria-hidden size={20} />}
      onClick={() => void navigate({ to: '/surveys' })}
    >
      {t('survey.back')}
    </Button>
  )
}
