import { useT } from '../../i18n/use-t.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SurveyHistory } from '../attempts/survey-history.tsx'
import { AvailableSurveys } from './available-surveys.tsx'
import classes from './survey-list-page.module.css'
import { SurveyStats } from './survey-stats.tsx'

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
