import type { Survey } from '@chuma/contract/surveys/surveys'
import { useT } from '../../i18n/use-t.ts'
import { SurveyCard } from './survey-card.tsx'
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
