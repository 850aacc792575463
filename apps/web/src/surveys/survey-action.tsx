import type { Survey } from '@chuma/contract/surveys/surveys'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { useStartSurvey } from './attempts/use-start-survey.ts'
import { SurveyLink } from './survey-link.tsx'

type Props = {
  survey: Survey
  /** The id of the element with the survey's title. */
  titleId: string
}

/** The button of a survey in a list. */
export function SurveyAction({ survey, titleId }: Props) {
  const t = useT()
  const { id, kind, status } = survey
  if (status === null && kind === 'questions') return <BeginButton surveyId={id} titleId={titleId} />
  return (
    <SurveyLink
      surveyId={id}
      kind={kind}
      describedBy={titleId}
      variant={status === null ? 'filled' : 'outline'}
    >
      {t(status === null ? 'surveys.take' : 'surveys.continue')}
    </SurveyLink>
  )
}

/** Our own surveys have no introduction page. */
function BeginButton({ surveyId, titleId }: { surveyId: string; titleId: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { start, isPending } = useStartSurvey(() =>
    navigate({ to: '/survey/$surveyId', params: { surveyId } }),
  )
  return (
    <Button loading={isPending} aria-describedby={titleId} onClick={() => start(surveyId)}>
      {t('surveys.start')}
    </Button>
  )
}
