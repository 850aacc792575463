import type { SurveyKind } from '@chuma/contract/surveys/surveys'
import { useT } from '../../i18n/use-t.ts'
import classes from './what-happens.module.css'

const STEPS = {
  questions: ['surveyForm.questions.1', 'surveyForm.questions.2', 'surveyForm.questions.3'],
  external: ['surveyForm.external.1', 'surveyForm.external.2', 'surveyForm.external.3'],
  instant: ['surveyForm.instant.1', 'surveyForm.instant.2'],
} as const satisfies Record<SurveyKind, unknown>

/** What follows the start, and when the points come. */
export function WhatHappens({ kind }: { kind: SurveyKind }) {
  const t = useT()
  return (
    <ol className={classes.steps}>
      {STEPS[kind].map((step) => (
        <li key={step}>{t(step)}</li>
      ))}
    </ol>
  )
}
