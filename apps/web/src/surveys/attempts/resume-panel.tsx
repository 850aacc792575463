import { Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { SurveyLink } from '../survey-link.tsx'
import { isBegun } from './attempt-state.ts'
import classes from './resume-panel.module.css'
import { useUserSurveys } from './use-user-surveys.ts'

/** The survey that was begun and not finished: whoever had to log in again finds his way back to it here. */
export function ResumePanel() {
  const t = useT()
  // What was begun at a partner's may be finished there, and waits for his word.
  const begun = useUserSurveys().data?.find(({ kind, status }) => kind === 'questions' && isBegun(status))
  if (!begun) return null
  const { surveyId, kind, title } = begun
  return (
    <Panel tone="earning" className={classes.panel} aria-labelledby="resume-title">
      <div className={classes.text}>
        <Title order={2} size="h3" id="resume-title">
          {t('dashboard.resumeTitle')}
        </Title>
        <p id="resume-survey">{title}</p>
      </div>
      <SurveyLink surveyId={surveyId} kind={kind} describedBy="resume-survey">
        {t('surveys.continue')}
      </SurveyLink>
    </Panel>
  )
}
