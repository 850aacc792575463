import type { SurveyDetail, SurveyKind } from '@chuma/contract/surveys/surveys'
import { Button, Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { isOpen } from '../attempts/attempt-state.ts'
import { CompletionScreen } from '../attempts/completion-screen.tsx'
import { SurveyEnded } from '../attempts/survey-ended.tsx'
import { SurveyFacts } from '../browse/survey-facts.tsx'
import { categoryLabel } from '../category-label.ts'
import { PartnerPanel } from './partner-panel.tsx'
import classes from './survey-entrance.module.css'
import { useTakeSurvey } from './use-take-survey.ts'

const REDIRECT_SECONDS = 2

/** From the description to the start and its result. */
export function SurveyEntrance({ survey }: { survey: SurveyDetail }) {
  const { take, isPending, taken } = useTakeSurvey(survey.id)
  if (taken?.kind === 'earned') {
    return <CompletionScreen result={taken.result} redirectSeconds={REDIRECT_SECONDS} />
  }
  if (taken?.kind === 'left') return <PartnerPanel url={taken.url} isOpened={taken.isOpened} />
  if (!isOpen(survey.status) && !isPending) return <SurveyEnded survey={survey} />
  return <Description survey={survey} onStart={take} isPending={isPending} />
}

type Props = { survey: SurveyDetail; onStart: () => void; isPending: boolean }

function Description({ survey, onStart, isPending }: Props) {
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
