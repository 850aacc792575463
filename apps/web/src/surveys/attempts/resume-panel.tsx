import { Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { SurveyLink } from '../survey-link.tsx'
import { isBegun } from './attempt-state.ts'
import classes from './resume-panel.module.css'
import { useUserSurveys } from './use-user-surveys.ts'

/** Links to an unfinished survey, so that a member whose session expired can return to it. */
export function ResumePanel() {
  const t = useT()
  // A partner's survey may already be finished there; the partner has to confirm.
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
