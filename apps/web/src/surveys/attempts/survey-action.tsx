import type {
  AttemptStatus,
  StartedSurvey,
  Survey,
  SurveyCategory,
  SurveyKind,
} from '@chuma/contract/surveys/surveys'
import { Button, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLeaveWhenExpired } from '../../auth/sessions/require-member.tsx'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, JUST_NOW_MS, serverMessage, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Panel } from '../../ui/page/page.tsx'
import { PointsAmount, useRefreshPointsOnNews } from '../../wallet/movements.tsx'
import classes from './survey-action.module.css'

type Props = {
  survey: Survey
  /** The id of the element with the survey's title. */
  titleId: string
}

/** The button of a survey in a list. */
export function SurveyAction({ survey, titleId }: Props) {
  const t = useT()
  const { id, kind, status } = survey
  if (status === null && kind === 'questions') return <BeginButton surveyId={id} titleId={titleId} />
  return (
    <SurveyLink
      surveyId={id}
      kind={kind}
      describedBy={titleId}
      variant={status === null ? 'filled' : 'outline'}
    >
      {t(status === null ? 'surveys.take' : 'surveys.continue')}
    </SurveyLink>
  )
}

/** Our own surveys have no introduction page. */
function BeginButton({ surveyId, titleId }: { surveyId: string; titleId: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { start, isPending } = useStartSurvey(() =>
    navigate({ to: '/survey/$surveyId', params: { surveyId } }),
  )
  return (
    <Button loading={isPending} aria-describedby={titleId} onClick={() => start(surveyId)}>
      {t('surveys.start')}
    </Button>
  )
}

/**
 * Start a survey, which fixes its questions and reward, and pass the server's answer to `goOn`. Starts once, however
 * often it is pressed, and reports a failure of either. Fails at once without a network.
 */
export function useStartSurvey(goOn: (started: StartedSurvey) => Promise<void>) {
  const utils = trpc.useUtils()
  const sayFailure = useSayFailure()
  const { run, isPending } = useAction(trpc.surveys.startSurvey, {
    onDone: (started) => {
      void utils.surveys.invalidate()
      return goOn(started)
    },
    onFailed: (error) => {
      sayFailure(error)
      return true
    },
  })
  return { start: (surveyId: string) => run({ surveyId }), isPending }
}

/** Starting again would fail again: the server's message says why. */
const CLOSED: ReadonlySet<string> = new Set(['SURVEY_FULL', 'QUOTA_FULL', 'PROFILE_NEEDED'])

function useSayFailure() {
  const t = useT()
  const utils = trpc.useUtils()
  const leave = useLeaveWhenExpired()
  return (error: unknown) => {
    const data = isApiError(error) ? error.data : null
    if (data?.httpStatus === 401) return leave()
    const isFull = CLOSED.has(data?.appCode ?? '')
    if (isFull || data?.appCode === 'SURVEY_NOT_FOUND') void utils.surveys.listSurveys.invalidate()
    const failed = t('surveys.startFailed')
    // The default message suggests a retry, which would fail again.
    const message = isFull ? serverMessage(error, failed) : failed
    showToast({ kind: 'error', title: t('survey.errorTitle'), message })
  }
}

type SurveyLinkProps = {
  surveyId: string
  kind: SurveyKind
  /** The id of the element with the survey's title. */
  describedBy?: string | undefined
  variant?: 'filled' | 'outline'
  children: string
}

/** Links into a survey: to our own questions, or to the page that describes a partner's or an instant survey. */
export function SurveyLink({ surveyId, kind, describedBy, variant = 'filled', children }: SurveyLinkProps) {
  return (
    <Button
      variant={variant}
      px={{ base: 'md', xs: 'lg' }}
      aria-describedby={describedBy}
      renderRoot={(props) =>
        kind === 'questions' ? (
          <Link to="/survey/$surveyId" params={{ surveyId }} {...props} />
        ) : (
          <Link to="/survey-form" search={{ id: surveyId }} {...props} />
        )
      }
    >
      {children}
    </Button>
  )
}

/** How many surveys the dashboard shows (SPEC §9). */
export const SHOWN_SURVEYS = 6

/** The newest surveys, as many as the dashboard shows. */
export function useDashboardSurveys() {
  return trpc.surveys.listSurveys.useQuery({ limit: SHOWN_SURVEYS })
}

/** A survey's length in minutes: as measured, or else as stated. */
export function minutesOf({ fairness, duration }: Pick<Survey, 'fairness' | 'duration'>): number {
  return fairness.minutes ?? duration
}

/** One survey to take now: the one that was left unfinished, or else the newest that is open. */
export function NextSurvey() {
  const t = useT()
  // A partner's survey may already be finished there; the partner has to confirm.
  const begun = useUserSurveys().data?.find(({ kind, status }) => kind === 'questions' && isBegun(status))
  const open = useDashboardSurveys().data?.filter(({ status }) => status === null)
  const next = open?.find(({ kind }) => kind === 'questions') ?? open?.[0]
  const shown = begun ?? next
  if (!shown) return null
  const surveyId = begun?.surveyId ?? next?.id ?? ''
  const points = begun?.reward ?? next?.rewardPoints ?? 0
  return (
    <Panel tone={begun ? 'earning' : 'plain'} className={classes.panel} aria-labelledby="next-title">
      <div className={classes.eyebrow}>
        <Title order={2} id="next-title">
          {t(begun ? 'dashboard.resumeTitle' : 'dashboard.nextSurvey')}
        </Title>
        {!begun && next && <span>{t('surveys.minutes', { minutes: minutesOf(next) })}</span>}
      </div>
      <div>
        <p id="next-survey" className={classes.title}>
          {shown.title}
        </p>
        <PointsAmount points={points} size="sm" />
      </div>
      <SurveyLink surveyId={surveyId} kind={shown.kind} describedBy="next-survey">
        {t(begun ? 'surveys.continue' : shown.kind === 'questions' ? 'surveys.start' : 'surveys.take')}
      </SurveyLink>
    </Panel>
  )
}

/** Started and not finished. */
export function isBegun(status: AttemptStatus | null): boolean {
  return status === 'started' || status === 'in_progress'
}

/** Whether the member may start or continue this survey. */
export function isOpen(status: AttemptStatus | null): boolean {
  return status === null || isBegun(status)
}

/** The member's own attempts, newest first, refetched when they return from a partner's tab. */
export function useUserSurveys() {
  const query = trpc.surveys.listUserSurveys.useQuery(undefined, {
    staleTime: JUST_NOW_MS,
    refetchOnWindowFocus: 'always',
  })
  // A confirmed attempt has changed the member's points.
  useRefreshPointsOnNews(
    query.data?.map(({ id, status, review }) => `${id} ${status} ${review?.state}`).join(),
  )
  return query
}

const LABELS = {
  'market-research': 'category.market-research',
  'product-feedback': 'category.product-feedback',
  'consumer-behavior': 'category.consumer-behavior',
  'brand-awareness': 'category.brand-awareness',
  healthcare: 'category.healthcare',
  technology: 'category.technology',
  lifestyle: 'category.lifestyle',
  finance: 'category.finance',
} as const satisfies Record<SurveyCategory, `category.${SurveyCategory}`>

const labels: ReadonlyMap<string, (typeof LABELS)[SurveyCategory]> = new Map(Object.entries(LABELS))

/** A category without a translation is shown as entered. */
export function categoryLabel(category: string, t: Translate): string {
  const key = labels.get(category)
  return key ? t(key) : category || t('category.none')
}
