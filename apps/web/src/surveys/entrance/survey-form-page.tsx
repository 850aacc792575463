import type {
  CompletedSurvey,
  StartedSurvey,
  SurveyDetail,
  SurveyKind,
} from '@chuma/contract/surveys/surveys'
import { Button, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconExternalLink, IconListSearch } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { openTab } from '../../ui/actions/external-link.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page, Panel } from '../../ui/page/page.tsx'
import { MessageState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount, useRefreshPoints } from '../../wallet/movements.tsx'
import { CompletionScreen, explainFailure, SurveyEnded } from '../attempts/completion-screen.tsx'
import { categoryLabel, isOpen, useStartSurvey } from '../attempts/survey-action.tsx'
import { SurveyFacts } from '../browse/survey-cards.tsx'
import classes from './survey-form-page.module.css'

/** What a survey is about, what it pays and what happens next, before it starts. */
export function SurveyFormPage({ surveyId }: { surveyId: string | undefined }) {
  return surveyId === undefined ? <UnknownPage /> : <KnownPage surveyId={surveyId} />
}

function KnownPage({ surveyId }: { surveyId: string }) {
  const t = useT()
  // Always fetched fresh: a partner may have confirmed it.
  const query = trpc.surveys.getSurvey.useQuery({ surveyId, show: 'asked' }, { staleTime: 0, gcTime: 0 })
  // The same query as in the view below, so that everything appears at once.
  const isDrawn = useDeferredValue(!query.isLoading)
  const failure = query.error ? explainFailure(query.error) : null
  // The server can only refuse the id here.
  if (failure === 'not-found' || failure === 'refused') return <UnknownPage />
  return (
    <Page title={(isDrawn && query.data?.title) || t('survey.title')} width="narrow">
      <QueryView
        query={query}
        errorTitle={t('survey.loadFailed')}
        skeleton={<Skeletons count={1} height={420} />}
      >
        {(survey) => <SurveyEntrance survey={survey} />}
      </QueryView>
      {isDrawn && <BackLink to="/surveys">{t('survey.back')}</BackLink>}
    </Page>
  )
}

function UnknownPage() {
  const t = useT()
  return (
    <Page title={t('survey.title')} width="narrow">
      <SurveyUnknown />
    </Page>
  )
}

/** No such survey, or one that this member cannot take. */
function SurveyUnknown() {
  const t = useT()
  return (
    <Panel>
      <MessageState
        role="alert"
        icon={<IconListSearch />}
        title={t('surveyForm.unknown')}
        text={t('survey.notFoundText')}
        action={<Button renderRoot={(props) => <Link to="/surveys" {...props} />}>{t('survey.back')}</Button>}
      />
    </Panel>
  )
}

const REDIRECT_SECONDS = 2

/** From the description to the start and its result. */
function SurveyEntrance({ survey }: { survey: SurveyDetail }) {
  const { take, isPending, taken } = useTakeSurvey(survey.id)
  if (taken?.kind === 'earned') {
    return <CompletionScreen surveyId={survey.id} result={taken.result} redirectSeconds={REDIRECT_SECONDS} />
  }
  if (taken?.kind === 'left') return <PartnerPanel url={taken.url} isOpened={taken.isOpened} />
  if (!isOpen(survey.status) && !isPending) return <SurveyEnded survey={survey} />
  return <Description survey={survey} onStart={take} isPending={isPending} />
}

type SurveyEntranceProps = { survey: SurveyDetail; onStart: () => void; isPending: boolean }

function Description({ survey, onStart, isPending }: SurveyEntranceProps) {
  const t = useT()
  const { category, description, rewardPoints, kind, status } = survey
  return (
    <Panel className={classes.sheet}>
      <p className={classes.category}>{categoryLabel(category, t)}</p>
      <p className={classes.reward}>
        <span className={classes.label}>{t('surveyForm.reward')}</span>
        <PointsAmount points={rewardPoints} size="lg" />
      </p>
      <p className={classes.description}>{description}</p>
      <SurveyFacts survey={survey} />
      <section aria-labelledby="next-title">
        <Title order={2} size="h3" id="next-title" mb="xs">
          {t('surveyForm.next')}
        </Title>
        <WhatHappens kind={kind} />
      </section>
      <Button fullWidth loading={isPending} onClick={onStart}>
        {t(status === null ? 'surveys.start' : 'surveys.continue')}
      </Button>
    </Panel>
  )
}

const STEPS = {
  questions: ['surveyForm.questions.1', 'surveyForm.questions.2', 'surveyForm.questions.3'],
  external: ['surveyForm.external.1', 'surveyForm.external.2', 'surveyForm.external.3'],
  instant: ['surveyForm.instant.1', 'surveyForm.instant.2'],
} as const satisfies Record<SurveyKind, unknown>

/** What happens after the start, and when the points arrive. */
function WhatHappens({ kind }: { kind: SurveyKind }) {
  const t = useT()
  return (
    <ol className={classes.steps}>
      {STEPS[kind].map((step) => (
        <li key={step}>{t(step)}</li>
      ))}
    </ol>
  )
}

type Taken =
  | { kind: 'earned'; result: CompletedSurvey }
  /** On the partner's page, unless the browser blocked it. */
  | { kind: 'left'; url: string; isOpened: boolean }

/** Start a survey and continue as its kind requires. */
function useTakeSurvey(surveyId: string) {
  const navigate = useNavigate()
  const complete = useCompleteAtOnce()
  const [taken, setTaken] = useState<Taken>()

  const { start, isPending } = useStartSurvey(async ({ status, kind, externalUrl }: StartedSurvey) => {
    // It ended elsewhere in the meantime. The page is already refetching.
    if (!isOpen(status)) return
    if (kind === 'questions') {
      await navigate({ to: '/survey/$surveyId', params: { surveyId } })
    } else if (kind === 'instant') {
      setTaken({ kind: 'earned', result: await complete(surveyId) })
    } else {
      if (!externalUrl) throw new Error(`Survey ${surveyId} has no address`)
      setTaken({ kind: 'left', url: externalUrl, isOpened: openTab(externalUrl) })
    }
  })
  return { take: () => start(surveyId), isPending, taken }
}

function useCompleteAtOnce() {
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()
  const { mutateAsync } = trpc.surveys.completeSurvey.useMutation()
  return async (surveyId: string) => {
    const result = await mutateAsync({ surveyId, completedAt: new Date().toISOString() })
    // Hide the message of an earlier failed try.
    notifications.clean()
    refreshPoints()
    void utils.surveys.invalidate()
    return result
  }
}

type PartnerPanelProps = {
  url: string
  /** Whether the partner's page opened in its tab. If not, the member opens it with a link. */
  isOpened: boolean
}

/** The survey continues at the partner's site. */
function PartnerPanel({ url, isOpened }: PartnerPanelProps) {
  const t = useT()
  const [isPressed, setPressed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useGoHome(isOpened || isPressed)
  return (
    <Panel className={classes.panel}>
      <IconExternalLink className={classes.icon} aria-hidden />
      <Title order={2} size="h3" ref={heading} tabIndex={-1} className={classes.title}>
        {t(isOpened ? 'surveyForm.openedTitle' : 'surveyForm.blockedTitle')}
      </Title>
      <Text>{t(isOpened ? 'surveyForm.openedText' : 'surveyForm.blockedText')}</Text>
      {!isOpened && (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setPressed(true)}
        >
          {t('surveyForm.open')}
        </Button>
      )}
    </Panel>
  )
}

/** SPEC's delay between opening the partner's tab and going home. */
const REDIRECT_DELAY_MS = 1000

/** Go home shortly after the partner's page has opened, and say who confirms the survey. */
function useGoHome(isOpened: boolean): void {
  const t = useT()
  const navigate = useNavigate()
  useEffect(() => {
    if (!isOpened) return
    const timer = setTimeout(() => {
      showToast({ title: t('surveyForm.openedTitle'), message: t('surveyForm.confirms') })
      void navigate({ to: '/', replace: true })
    }, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isOpened, navigate, t])
}
