import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { Panel } from '../../../ui/panel.tsx'
import classes from './resume-panel.module.css'

/** The survey that was begun and not finished: whoever had to log in again finds his way back to it here. */
export function ResumePanel() {
  const t = useT()
  const begun = trpc.surveys.listUserSurveys
    .useQuery()
    .data?.find(({ status }) => status === 'started' || status === 'in_progress')
  if (!begun) return null
  const { surveyId, title } = begun
  return (
    <Panel tone="earning" className={classes.panel} aria-labelledby="resume-title">
      <div className={classes.text}>
        <Title order={2} size="h3" id="resume-title">
          {t('dashboard.resumeTitle')}
        </Title>
        <p id="resume-survey">{title}</p>
      </div>
      <Button
        aria-describedby="resume-survey"
        renderRoot={(props) => <Link to="/survey/$surveyId" params={{ surveyId }} {...props} />}
      >
        {t('surveys.continue')}
      </Button>
    </Panel>
  )
}
