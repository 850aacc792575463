import type { SurveyKind } from '@chuma/contract/surveys/surveys'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

type Props = {
  surveyId: string
  kind: SurveyKind
  /** The element that names the survey. */
  describedBy?: string | undefined
  variant?: 'filled' | 'outline'
  children: string
}

/** The way into a survey: to our own questions, or to the page that says what a partner's or an instant one brings. */
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
