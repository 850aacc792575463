import type { Survey } from '@chuma/contract/surveys'
import { Button, Title, VisuallyHidden } from '@mantine/core'
import { IconClock, IconListCheck, IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Panel } from '../ui/panel.tsx'
import { PointsAmount } from '../wallet/points-amount.tsx'
import { categoryLabel } from './category-label.ts'
import classes from './survey-card.module.css'
import { useStartSurvey } from './use-start-survey.ts'

export function SurveyCard({ survey }: { survey: Survey }) {
  const t = useT()
  const titleId = useId()
  const { title, description, category, rewardPoints } = survey
  return (
    <Panel className={classes.card}>
      <p className={classes.category}>{categoryLabel(category, t)}</p>
      <Title order={2} size="h3" id={titleId}>
        {title}
      </Title>
      <p className={classes.description}>{description}</p>
      <SurveyFacts survey={survey} />
      <div className={classes.bottom}>
        <PointsAmount points={rewardPoints} />
        <SurveyAction survey={survey} titleId={titleId} />
      </div>
    </Panel>
  )
}

function SurveyFacts({ survey: { duration, rating, questionCount } }: { survey: Survey }) {
  const t = useT()
  return (
    <ul className={classes.facts}>
      <li>
        <IconClock aria-hidden size={18} /> {t('surveys.minutes', { minutes: duration })}
      </li>
      <li>
        <IconStarFilled aria-hidden size={16} className={classes.star} />{' '}
        <span aria-hidden>{rating.toFixed(1)}</span>
        <VisuallyHidden>{t('surveys.rated', { rating: rating.toFixed(1) })}</VisuallyHidden>
      </li>
      <li>
        <IconListCheck aria-hidden size={18} /> {t('surveys.questions', { count: questionCount })}
      </li>
    </ul>
  )
}

function SurveyAction({ survey, titleId }: { survey: Survey; titleId: string }) {
  const t = useT()
  const start = useStartSurvey()
  const surveyId = survey.id
  if (survey.status === null) {
    return (
      <Button loading={start.isPending} aria-describedby={titleId} onClick={() => start.mutate({ surveyId })}>
        {t('surveys.start')}
      </Button>
    )
  }
  return (
    <Button
      variant="outline"
      aria-describedby={titleId}
      renderRoot={(props) => <Link to="/survey/$surveyId" params={{ surveyId }} {...props} />}
    >
      {t('surveys.continue')}
    </Button>
  )
}
