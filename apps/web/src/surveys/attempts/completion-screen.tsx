import type { CompletedSurvey } from '@chuma/contract/surveys/surveys'
import { Button, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import surveyDone from '../../art/survey-done.svg'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Drawing } from '../../ui/states/drawing.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import classes from './completion-screen.module.css'

type Props = { result: CompletedSurvey; redirectSeconds: number }

/** Shows what a finished survey earned, before returning to the dashboard. */
export function CompletionScreen({ result, redirectSeconds }: Props) {
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
      <Button onFocus={() => setHeld(true)} renderRoot={(props) => <Link to="/" {...props} />}>
        {t('survey.doneButton')}
      </Button>
      {!isHeld && <p className={classes.quiet}>{t('survey.doneRedirect', { seconds })}</p>}
    </Panel>
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
