import type { Survey } from '@chuma/contract/surveys/surveys'
import { Title } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { categoryLabel } from '../category-label.ts'
import { SurveyAction } from '../survey-action.tsx'
import { SurveyFacts } from './survey-facts.tsx'
import classes from './survey-row.module.css'

/** A survey on one line where the screen is wide enough. */
export function SurveyRow({ survey }: { survey: Survey }) {
  const t = useT()
  const titleId = useId()
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Title order={3} id={titleId}>
          {survey.title}
        </Title>
        <p className={classes.category}>{categoryLabel(survey.category, t)}</p>
      </div>
      <div className={classes.facts}>
        <SurveyFacts survey={survey} />
      </div>
      <PointsAmount points={survey.rewardPoints} />
      <SurveyAction survey={survey} titleId={titleId} />
    </li>
  )
}
