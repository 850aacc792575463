import type { CompletedSurvey, ScreenedOut, SurveyDetail } from '@chuma/contract/surveys/surveys'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconBolt, IconExternalLink } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Page } from '../../ui/page/page.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { isOpen } from '../attempts/attempt-state.ts'
import { CompletionScreen } from '../attempts/completion-screen.tsx'
import { SurveyEnded } from '../attempts/survey-ended.tsx'
import { SurveyLink } from '../survey-link.tsx'
import { ScreenedOutScreen } from './screened-out-screen.tsx'
import { SurveyRun } from './survey-run.tsx'
import type { SurveyRunProps } from './survey-run-props.ts'
import { useSurvey } from './use-survey.ts'
import { useSurveyLanguage } from './use-survey-language.ts'

const REDIRECT_SECONDS = 3

type Props = {
  surveyId: string
  memberId: string
  /** From the address, counted from 1. */
  questionNumber: number | undefined
}

export function SurveyPage({ surveyId, memberId, questionNumber }: Props) {
  const t = useT()
  const { language, chooseLanguage, leaveLanguage } = useSurveyLanguage()
  const query = useSurvey(surveyId, language)
  const isMissing = language !== undefined && query.data?.languages?.includes(language) === false
  useEffect(() => {
    if (isMissing) leaveLanguage()
  })
  const [result, setResult] = useState<CompletedSurvey>()
  const [screenedOut, setScreenedOut] = useState<ScreenedOut>()
  // The same query as in the view below, so that everything appears at once.
  const isDrawn = useDeferredValue(!query.isLoading)
  const survey = isDrawn ? query.data : undefined
  return (
    <Page
      title={survey?.title ?? t('survey.title')}
      lead={survey && <PointsAmount points={survey.rewardPoints} />}
      width="narrow"
    >
      {screenedOut ? (
        <ScreenedOutScreen {...screenedOut} />
      ) : result ? (
        <CompletionScreen result={result} redirectSeconds={REDIRECT_SECONDS} />
      ) : (
        <QueryView
          query={query}
          errorTitle={t('survey.loadFailed')}
          skeleton={<Skeletons count={1} height={380} />}
        >
          {(loaded) => (
            <>
              {loaded.paidBefore && (
                <Notice title={t('survey.paidBeforeTitle')}>{t('survey.paidBefore')}</Notice>
              )}
              <SurveyBody
                survey={loaded}
                memberId={memberId}
                questionNumber={questionNumber}
                language={language}
                onLanguage={chooseLanguage}
                onCompleted={setResult}
                onScreenedOut={setScreenedOut}
              />
            </>
          )}
        </QueryView>
      )}
      {isDrawn && <BackButton />}
    </Page>
  )
}

function SurveyBody({ survey, ...run }: SurveyRunProps) {
  if (!isOpen(survey.status)) return <SurveyEnded survey={survey} />
  return survey.kind === 'questions' ? (
    <SurveyRun survey={survey} {...run} />
  ) : (
    <SurveyElsewhere survey={survey} />
  )
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

/** Replaces the questions of a survey that has none here. */
function SurveyElsewhere({ survey: { id, kind, status } }: { survey: SurveyDetail }) {
  const t = useT()
  const isExternal = kind === 'external'
  return (
    <Panel>
      <EmptyState
        icon={isExternal ? <IconExternalLink /> : <IconBolt />}
        title={t(isExternal ? 'survey.externalTitle' : 'survey.instantTitle')}
        text={t(isExternal ? 'survey.externalText' : 'survey.instantText')}
        action={
          <SurveyLink surveyId={id} kind={kind}>
            {t(status === null ? 'surveys.take' : 'surveys.continue')}
          </SurveyLink>
        }
      />
    </Panel>
  )
}
