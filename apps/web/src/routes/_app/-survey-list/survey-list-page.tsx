import { useT } from '../../../i18n/use-t.ts'
import { SurveyStats } from '../../../surveys/survey-stats.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { AvailableSurveys } from './available-surveys.tsx'
import { SurveyHistory } from './survey-history.tsx'
import classes from './survey-list-page.module.css'

/** The surveys in short, and what became of those that the member took. */
export function SurveyListPage() {
  const t = useT()
  return (
    <Page
      title={t('surveyList.title')}
      lead={t('surveyList.lead')}
      aside={<BackLink to="/surveys">{t('surveyList.toCards')}</BackLink>}
    >
      <SurveyStats />
      <div className={classes.sections}>
        <AvailableSurveys />
        <SurveyHistory />
      </div>
    </Page>
  )
}
