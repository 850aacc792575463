import type { CompletedSurvey, ScreenedOut, SurveyDetail } from '@chuma/contract/surveys/surveys'
import { Button, Title } from '@mantine/core'
import { IconArrowLeft, IconBolt, IconExternalLink } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useUserToken } from '../../auth/session.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { Page, Panel } from '../../ui/page/page.tsx'
import { EmptyState, Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import { CompletionScreen, explainFailure, SurveyEnded } from '../attempts/completion-screen.tsx'
import { isOpen, SurveyLink } from '../attempts/survey-action.tsx'
import { type SurveyRunProps, useLeaveSurvey } from './answers.ts'
import { SurveyRun } from './survey-run.tsx'

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
        <CompletionScreen surveyId={surveyId} result={result} redirectSeconds={REDIRECT_SECONDS} />
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

/** The survey with its saved answers, always fetched fresh: another tab or device may have gone further. */
function useSurvey(surveyId: string, language: string | undefined) {
  const query = trpc.surveys.getSurvey.useQuery(
    { surveyId, show: 'asked', ...(language && { language }) },
    // The questions stay where they are while another language loads.
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: true, placeholderData: keepPreviousData },
  )
  const leave = useLeaveSurvey()
  const failure = query.error ? explainFailure(query.error) : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failure, however often the page renders
  useEffect(() => {
    if (failure === 'signed-out') leave('signed-out')
    // The server can only refuse the id here, so an invalid id counts as not found.
    if (failure === 'not-found' || failure === 'refused') leave('not-found')
  }, [failure])
  return query
}

type ScreenedOutResult = { reason: string; pointsEarned: number; earnedAmount: number }

/** Says why the survey ended early, and what it paid all the same. */
function ScreenedOutScreen({ reason, pointsEarned, earnedAmount }: ScreenedOutResult) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel>
      <Title order={2} size="h3" ref={heading} tabIndex={-1} mb="sm">
        {t('run.screenedOutTitle')}
      </Title>
      <p>{reason}</p>
      {pointsEarned > 0 ? (
        <p>
          {t('run.screenedOutEarned')} <Amount points={pointsEarned} kes={earnedAmount} size="lg" signed />
        </p>
      ) : (
        <p className={blocks.quiet}>{t('run.screenedOutNothing')}</p>
      )}
      <Button mt="md" renderRoot={(props) => <Link to="/surveys" {...props} />}>
        {t('wallet.toSurveys')}
      </Button>
    </Panel>
  )
}

const PLACE = 'survey-language'

/** The language that this member chose for questions, here or in an earlier survey. Undefined: that of the pages. */
function useSurveyLanguage() {
  const [language, setLanguage] = useState(read)
  return {
    language,
    chooseLanguage: (next: string) => {
      setLanguage(next)
      write(next)
    },
    /** This survey does not have it. Others may. */
    leaveLanguage: () => setLanguage(undefined),
  }
}

function read(): string | undefined {
  try {
    const kept = localStorage.getItem(PLACE)
    return kept !== null && /^[a-z]{2,3}$/.test(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function write(language: string): void {
  try {
    localStorage.setItem(PLACE, language)
  } catch {
    // If storage is blocked, the choice lasts until the page is left.
  }
}

/**
 * Tell a member whose session has expired to log in again. Going to the log-in page is part of handling every 401. Visitors
 * who never signed in are only asked to sign in.
 */
export function useSayExpired(): void {
  const t = useT()
  const token = useUserToken()
  const isExpired = useCurrentUser().status === 'anonymous' && token !== null

  useEffect(() => {
    if (isExpired)
      showToast({
        kind: 'error',
        title: t('survey.sessionTitle'),
        message: t('survey.sessionText'),
        winsForMs: 500,
      })
  }, [isExpired, t])
}
