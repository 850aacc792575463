import { Title } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Panel } from '../ui/page/panel.tsx'
import { PointsAmount } from '../wallet/points-amount.tsx'
import { isBegun } from './attempts/attempt-state.ts'
import { useUserSurveys } from './attempts/use-user-surveys.ts'
import classes from './next-survey.module.css'
import { SurveyLink } from './survey-link.tsx'

/** One survey to take now: the one that was left unfinished, or else the newest that is open. */
export function NextSurvey() {
  const t = useT()
  // A partner's survey may already be finished there; the partner has to confirm.
  const begun = useUserSurveys().data?.find(({ kind, status }) => kind === 'questions' && isBegun(status))
  const open = trpc.surveys.listSurveys.useQuery().data?.filter(({ status }) => status === null)
  const next = open?.find(({ kind }) => kind === 'questions') ?? open?.[0]
  const shown = begun ?? next
  if (!shown) return null
  const surveyId = begun?.surveyId ?? next?.id ?? ''
  const points = begun?.reward ?? next?.rewardPoints ?? 0
  const duration = begun ? undefined : next?.duration
  return (
    <Panel tone={begun ? 'earning' : 'plain'} className={classes.panel} aria-labelledby="next-title">
      <div className={classes.what}>
        <Title order={2} id="next-title" className={classes.eyebrow ?? ''}>
          {t(begun ? 'dashboard.resumeTitle' : 'dashboard.nextSurvey')}
        </Title>
        <p id="next-survey" className={classes.title}>
          {shown.title}
        </p>
      </div>
      <p className={classes.facts}>
        <PointsAmount points={points} size="sm" />{' '}
        {duration !== undefined && <span>{t('surveys.minutes', { minutes: duration })}</span>}
      </p>
      <SurveyLink surveyId={surveyId} kind={shown.kind} describedBy="next-survey">
        {t(begun ? 'surveys.continue' : shown.kind === 'questions' ? 'surveys.start' : 'surveys.take')}
      </SurveyLink>
    </Panel>
  )
}
