import type { CompletedSurvey, SurveyDetail } from '@chuma/contract/surveys/surveys'
import { ActionIcon, Button, Title } from '@mantine/core'
import { IconCircleCheck, IconClockOff, IconStarFilled, IconUserOff } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import surveyDone from '../../art/survey-done.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { explainScreenOut } from '../../partners/clicks/explain-screen-out.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { Panel } from '../../ui/page/page.tsx'
import { Drawing } from '../../ui/page/status-screens.tsx'
import { EmptyState, isSettled, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import classes from './completion-screen.module.css'
import { explainEarlyEnd, reviewNote } from './explain-attempt.ts'
import { useUserSurveys } from './survey-action.tsx'

type Props = { surveyId: string; result: CompletedSurvey; redirectSeconds: number }

/** Shows what a finished survey earned, before returning to the dashboard. */
export function CompletionScreen({ surveyId, result, redirectSeconds }: Props) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isHeld, setHeld] = useState(false)
  const seconds = useRedirectHome(redirectSeconds, isHeld)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel className={classes.screen}>
      <Drawing src={surveyDone} />
      <Title
        order={2}
        ref={heading}
        tabIndex={-1}
        aria-describedby="survey-earned survey-balance"
        className={classes.title}
      >
        {t('survey.doneTitle')}
      </Title>
      <p id="survey-earned" className={classes.earned}>
        <Earned result={result} />
      </p>
      {result.paidBefore && <p className={classes.quiet}>{t('survey.paidBefore')}</p>}
      <p id="survey-balance" className={classes.quiet}>
        {t('survey.doneBalance')}: <PointsAmount points={result.availablePoints} />
      </p>
      <RateSurvey surveyId={surveyId} onFocus={() => setHeld(true)} />
      <Button onFocus={() => setHeld(true)} renderRoot={(props) => <Link to="/" {...props} />}>
        {t('survey.doneButton')}
      </Button>
      {!isHeld && <p className={classes.quiet}>{t('survey.doneRedirect', { seconds })}</p>}
    </Panel>
  )
}

const STARS = [1, 2, 3, 4, 5]

/** Five stars to press. Pressing another one replaces the first. */
function RateSurvey({ surveyId, onFocus }: { surveyId: string; onFocus?: () => void }) {
  const t = useT()
  const [rating, setRating] = useState(0)
  const rate = useAction(trpc.surveys.rateSurvey, { onDone: (saved) => setRating(saved.rating) })
  return (
    <fieldset className={classes.rate} onFocus={onFocus}>
      <legend>{t('survey.rate')}</legend>
      {STARS.map((stars) => (
        <ActionIcon
          key={stars}
          variant="transparent"
          size={44}
          className={classes.star ?? ''}
          aria-label={t('survey.stars', { stars })}
          aria-pressed={stars === rating}
          data-lit={stars <= rating || undefined}
          disabled={rate.isPending}
          onClick={() => rate.run({ surveyId, rating: stars })}
        >
          <IconStarFilled aria-hidden size={28} />
        </ActionIcon>
      ))}
      <p role="status" className={classes.quiet}>
        {rating > 0 && t('survey.rateThanks')}
      </p>
    </fieldset>
  )
}

/** What was earned; of answers that we check, when it arrives. */
function Earned({ result }: Pick<Props, 'result'>) {
  const t = useT()
  const { pointsEarned, earnedAmount, heldPoints: points, arrivesBy } = result
  if (points !== undefined && arrivesBy !== undefined) {
    return t('review.held', { points, time: formatDateTime(arrivesBy) })
  }
  if (result.status) return t(result.status === 'rejected' ? 'review.notPaid' : 'review.badge.appealed')
  return (
    <>
      <span>{t('survey.doneEarned')}</span>{' '}
      <Amount points={pointsEarned} kes={earnedAmount} size="lg" signed />
    </>
  )
}

/** Count down and go to the dashboard, unless the member goes there first. */
function useRedirectHome(fromSeconds: number, isHeld: boolean): number {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState(fromSeconds)
  useEffect(() => {
    if (isHeld) return
    if (seconds === 0) {
      void navigate({ to: '/', replace: true })
      return
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds, isHeld, navigate])
  return seconds
}

type SurveyEndedProps = { survey: Pick<SurveyDetail, 'id' | 'kind' | 'status' | 'screenOutPoints'> }

/** Replaces the survey when nothing is left to do. */
export function SurveyEnded({ survey }: SurveyEndedProps) {
  const t = useT()
  const { id, kind, status } = survey
  switch (status) {
    case 'completed':
      return kind === 'external' ? (
        <Ended icon={<IconCircleCheck />} title={t('survey.endedTitle')} text={t('survey.endedByPartner')}>
          <RateSurvey surveyId={id} />
        </Ended>
      ) : (
        <Completed surveyId={id} />
      )
    case 'screened_out':
      return <ScreenedOut survey={survey} />
    default:
      return <Ended icon={<IconClockOff />} title={t('survey.expiredTitle')} text={t('survey.expiredText')} />
  }
}

function Completed({ surveyId }: { surveyId: string }) {
  const t = useT()
  const surveys = useUserSurveys()
  if (!isSettled(surveys)) return <Skeletons count={1} height={380} />
  const attempt = surveys.data?.find((candidate) => candidate.surveyId === surveyId)
  const note = attempt?.review ? reviewNote(attempt.review, attempt.reward, t) : null
  return (
    <Ended icon={<IconCircleCheck />} title={t('survey.endedTitle')} text={note ?? t('survey.endedText')}>
      <RateSurvey surveyId={surveyId} />
    </Ended>
  )
}

function ScreenedOut({ survey: { id: surveyId, kind, screenOutPoints = 0 } }: SurveyEndedProps) {
  const t = useT()
  const surveys = useUserSurveys()
  if (!isSettled(surveys)) return <Skeletons count={1} height={380} />
  const attempt = surveys.data?.find((candidate) => candidate.surveyId === surveyId)
  if (kind === 'questions') {
    const paid =
      screenOutPoints > 0 ? t('run.endedPaid', { points: screenOutPoints }) : t('run.screenedOutNothing')
    const text = `${explainEarlyEnd(attempt?.screenOutReason ?? null, t)} ${paid}`.trim()
    return <Ended icon={<IconUserOff />} title={t('run.screenedOutTitle')} text={text} />
  }
  const reason = explainScreenOut(attempt?.screenOutReason ?? null, t)
  return (
    <Ended
      icon={<IconUserOff />}
      title={t('survey.screenedOutTitle')}
      text={`${attempt ? `${reason} ` : ''}${t('survey.screenedOutText')}`}
    />
  )
}

type EndedProps = { icon: ReactNode; title: string; text: string; children?: ReactNode }

function Ended({ children, ...state }: EndedProps) {
  const t = useT()
  return (
    <Panel>
      <EmptyState
        {...state}
        action={
          <Button renderRoot={(props) => <Link to="/surveys" {...props} />}>{t('wallet.toSurveys')}</Button>
        }
      />
      {children}
    </Panel>
  )
}

type Failure = 'signed-out' | 'not-found' | 'refused' | 'not-sent'

/** Classify a failed call for a member in the middle of a survey. */
export function explainFailure(error: unknown): Failure {
  const data = isApiError(error) ? error.data : null
  if (data?.httpStatus === 401) return 'signed-out'
  if (data?.appCode === 'SURVEY_NOT_FOUND') return 'not-found'
  return data?.appCode === 'INVALID_INPUT' ? 'refused' : 'not-sent'
}
