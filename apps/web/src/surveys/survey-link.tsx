import type { SurveyKind } from '@chuma/contract/surveys/surveys'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

type Props = {
  surveyId: string
  kind: SurveyKind
  /** The id of the element with the survey's title. */
  describedBy?: string | undefined
  variant?: 'filled' | 'outline'
  children: string
}

/** Links into a survey: to our own questions, or to the page that describes a partner's or an instant survey. */
export function SurveyLink({ surveyId, kind, describedBy, variant = 'filled', children }: Props) {
  return (
    <Button
      variant={variant}
      aria-describedby={describedBy}
      renderRoot={(props) =>
        kind === 'questions' ? (
          <Link to="/survey/$surveyId" params={{ surveyId }} {...props} />
        ) : (
          <Link to="/survey-form" search={{ id: surveyId }} {...props} />
        )
      }
    >
      {children}
    </Button>
  )
}
