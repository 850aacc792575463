import type { Survey } from '@chuma/contract/surveys/surveys'
import { Title } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { categoryLabel } from '../category-label.ts'
import { SurveyAction } from '../survey-action.tsx'
import { SurveyFacts } from './survey-facts.tsx'
import classes from './survey-grid.module.css'

export function SurveyGrid({ surveys }: { surveys: Survey[] }) {
  const t = useT()
  return (
    <ul className={classes.grid} aria-label={t('surveys.list')}>
      {surveys.map((survey) => (
        <li key={survey.id}>
          <SurveyCard survey={survey} />
        </li>
      ))}
    </ul>
  )
}

function SurveyCard({ survey }: { survey: Survey }) {
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
